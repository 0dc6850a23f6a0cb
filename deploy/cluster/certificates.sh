#!/bin/sh
# Certificates for a cluster: one authority and one certificate for all nodes, in the directory named first, for the
# hosts named after it. Needs openssl. Run it once, and carry ca.pem, node.pem and node.key to every node, ca.pem to
# every house.
set -eu
directory=$1
shift
names=$(for host in localhost 127.0.0.1 "$@"; do
  case $host in *[!0-9.]*) printf 'DNS:%s,' "$host" ;; *) printf 'IP:%s,' "$host" ;; esac
done)
umask 077
mkdir -p "$directory"
cd "$directory"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=parlour cluster" \
  -keyout ca.key -out ca.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=parlour node" \
  -keyout node.key -out node.csr 2>/dev/null
printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "${names%,}" >node.ext
openssl x509 -req -in node.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile node.ext -out node.pem 2>/dev/null
rm node.csr node.ext
