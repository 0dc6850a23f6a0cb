#!/bin/sh
# What the nodes and houses of a cluster need, in the directory named first, for the nodes named after it:
#
#   certificates.sh certificates nats1 nats2 nats3
#   certificates/nats1   all that this node gets: its own certificate and key, the token, nats.conf; so for each node
#   certificates/house   all that a house gets: the authority's certificate, and the token
#   certificates/ca.key  makes more certificates; keep it, and carry it nowhere
#
# Run it again to add a node, or after a change of the file token; what is there already is kept. Needs openssl.
set -eu
if [ $# -lt 2 ]; then
  echo "Name a directory and the nodes: certificates.sh certificates nats1 nats2 nats3" >&2
  exit 2
fi
settings=$(cd "$(dirname "$0")" && pwd)/nats.conf
directory=$1
shift
umask 077
mkdir -p "$directory"
chmod 700 "$directory"
cd "$directory"

certify() {
  if [ ! -e ca.key ]; then
    echo "$PWD/ca.key is not there: put it back to certify $1." >&2
    exit 1
  fi
  case $1 in *:*) host=IP:$1 ;; *[!0-9.]*) host=DNS:$1 ;; *) host=IP:$1 ;; esac
  printf 'subjectAltName=%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$host" >node.ext
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=parlour node" \
    -keyout "$1/node.key" -out node.csr 2>/dev/null
  openssl x509 -req -in node.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile node.ext \
    -out node.pem.new 2>/dev/null
  mv node.pem.new "$1/node.pem"
  rm node.csr node.ext
}

# Each file is made under another name first: so one that is there is whole.
if [ ! -e ca.key ] && [ ! -e ca.pem ]; then
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ca.key.new
  mv ca.key.new ca.key
fi
if [ ! -e ca.pem ]; then
  openssl req -x509 -new -key ca.key -days 3650 -subj "/CN=parlour cluster" -out ca.pem.new
  mv ca.pem.new ca.pem
fi
if [ ! -e token ]; then
  openssl rand -hex 16 >token.new
  mv token.new token
fi
for node in "$@"; do
  case $node in
    house | */* | .*)
      echo "$node cannot be the name of a node: choose another." >&2
      exit 2
      ;;
  esac
  mkdir -p "$node"
  if [ ! -e "$node/node.pem" ]; then certify "$node"; fi
  # In quotes, because the server takes 12345, 5k and true for something else than a text.
  printf 'token: "%s"\n' "$(sed 's/[\\"]/\\&/g' token)" >"$node/token.conf"
  cp ca.pem "$settings" "$node"
done
mkdir -p house
cp ca.pem token house

# Only the owner comes past the directory around them; a container that is given one of them reads it as another user.
for each in "$@" house; do
  chmod 755 "$each"
  chmod 644 "$each"/*
done
