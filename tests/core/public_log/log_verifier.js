// Check from nothing but an export and the key of a log that a game, its deal and its end are in that log, with
// nothing but node: RFC 6962, C2SP signed-note and tlog-proof, and core/public_log/leaves.py.
//
//   node log_verifier.js GAME.jsonl NAME+1a2b3c4d+AbCd...
//
// It ends with another status than 0 at the first thing that is not right. The rules of the game are not checked here.
"use strict";
const crypto = require("crypto");
const fs = require("fs");

const sha256 = (...parts) => crypto.createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();
const leafHash = (leaf) => sha256(Buffer.from([0]), leaf);
const nodeHash = (left, right) => sha256(Buffer.from([1]), left, right);
const hex = (digits) => Buffer.from(digits, "hex");

function check(isRight, what) {
  if (isRight) return;
  console.error(`not right: ${what}`);
  process.exit(1);
}

// RFC 9162, section 2.1.3.2.
function rootOf(hash, index, size, proof) {
  let [place, last] = [BigInt(index), BigInt(size) - 1n];
  check(place <= last, "the place of a leaf");
  for (const other of proof) {
    check(last > 0n, "the length of a proof");
    if (place & 1n || place === last) {
      hash = nodeHash(other, hash);
      while (!(place & 1n) && place) [place, last] = [place >> 1n, last >> 1n];
    } else hash = nodeHash(hash, other);
    [place, last] = [place >> 1n, last >> 1n];
  }
  check(last === 0n, "the length of a proof");
  return hash;
}

function readKey(text) {
  const [, name, id, material] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) || check(false, "the key");
  const raw = Buffer.from(material, "base64");
  check(raw.length === 33 && raw[0] === 1, "the type of the key");
  check(sha256(`${name}\n`, raw).subarray(0, 4).equals(hex(id)), "the id of the key");
  const der = Buffer.concat([hex("302a300506032b6570032100"), raw.subarray(1)]); // SubjectPublicKeyInfo of Ed25519
  return { name, id: hex(id), key: crypto.createPublicKey({ key: der, format: "der", type: "spki" }) };
}

function readCheckpoint(note, { name, id, key }) {
  const at = note.lastIndexOf("\n\n");
  const text = note.slice(0, at + 1);
  const isSigned = note.slice(at + 2).split("\n").some((line) => {
    const [dash, signer, value] = line.split(" ");
    const raw = Buffer.from(value || "", "base64");
    const isOurs = dash === "\u2014" && signer === name && raw.subarray(0, 4).equals(id);
    return isOurs && crypto.verify(null, Buffer.from(text), key, raw.subarray(4));
  });
  check(isSigned, "the signature of the checkpoint");
  const [origin, size, root] = text.split("\n");
  check(origin === name, "the name of the log");
  return { size: Number(size), root: Buffer.from(root, "base64") };
}

function readProof(text) {
  const at = text.indexOf("\n\n");
  const [first, index, ...hashes] = text.slice(0, at).split("\n");
  check(first === "c2sp.org/tlog-proof@v1" && index.startsWith("index "), "the form of a proof");
  const proof = hashes.map((hash) => Buffer.from(hash, "base64"));
  return { index: Number(index.slice("index ".length)), proof, note: text.slice(at + 2) };
}

// The hash of each record is computed again from the bytes of its line and the hash before it.
function readRecords(lines) {
  let last = "0".repeat(64);
  return lines.map((line) => {
    const record = JSON.parse(line);
    const body = line.slice(0, -`,"hash":"${last}"}`.length);
    check(sha256(last, body).toString("hex") === record.hash, `the hash of record ${record.seq}`);
    last = record.hash;
    return record;
  });
}

function leavesOf(records) {
  const [{ data: opened, hash: begin }, { kind, data: ended, hash: end }] = [records[0], records[records.length - 1]];
  check(opened.book && kind === "table.ended", "that the game has a number of a book and is over");
  const { id: book, number, root, size, proof } = opened.book;
  const commitment = sha256("parlour commitment 2", hex(opened.house_seed));
  check(rootOf(leafHash(commitment), number, size, proof.map(hex)).equals(hex(root)), "the seed in its book");
  const { reason, winners, figures } = ended;
  return {
    book: { leaf: "book", book, root, size },
    opening: { leaf: "opening", book, number, head: begin },
    closing: { leaf: "closing", book, number, reason, winners, figures, head: end },
  };
}

const [path, keyText] = process.argv.slice(2);
const [header, ...lines] = fs.readFileSync(path, "utf8").trimEnd().split("\n");
const carried = JSON.parse(header).log;
const leaves = leavesOf(readRecords(lines.map((line) => line.trimEnd())));
const key = readKey(keyText);
const { size, root } = readCheckpoint(readProof(carried.closing).note, key);
for (const [name, leaf] of Object.entries(leaves)) {
  const { index, proof } = readProof(carried[name]);
  check(rootOf(leafHash(JSON.stringify(leaf)), index, size, proof).equals(root), `the ${name} in the log`);
}
console.log(`game, deal and end are in the log of ${key.name}, among its first ${size} entries`);
