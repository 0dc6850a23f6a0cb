// Recompute the chance of Parlour from its specification (core/base/chance.py), with nothing but node.
//
//   node chance_verifier.js VECTORS.json            recomputes every test vector
//   node chance_verifier.js --mille GAME.jsonl 4f2a 91c0 ...
//                                                   verifies every deal of an exported game of mille, and that the
//                                                   house kept to the commitment, of which 32 digits were noted: to
//                                                   its seed, or to all seeds of its book; and that luck which was
//                                                   sealed is what was revealed
//
// It ends with another status than 0 at the first difference. Of a practice game the hands it began with are not
// verified: from which hidden cards they were dealt anew stands in no export.
"use strict";
const crypto = require("crypto");
const fs = require("fs");

const sha256 = (...parts) => crypto.createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, ...parts) => crypto.createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const text = (characters) => Buffer.from(characters, "utf8");
const hex = (digits) => Buffer.from(digits, "hex");
const eight = (number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
};

const commitment = (houseSeed) => sha256(text("parlour commitment 2"), houseSeed).toString("hex");
// Whether proof shows that this leaf has that number in the tree over size leaves with that root, as in RFC 9162, 2.1.3.2.
function isIncluded({ number, size, root, proof }, leaf) {
  let [fn, sn, hash] = [number, size - 1, sha256(Buffer.of(0), leaf)];
  if (number >= size) return false;
  for (const other of proof.map(hex)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = sha256(Buffer.of(1), other, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      hash = sha256(Buffer.of(1), hash, other);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && hash.toString("hex") === root;
}

const dealSeed = (number) => sha256(text("parlour deal"), text(String(number))).subarray(0, 16);
const sealedLuck = (nonce, luck) => sha256(nonce, text(luck)).toString("hex");
const tableSeed = (houseSeed, luck) =>
  hmac(houseSeed, text("parlour luck"), ...luck.map(text).flatMap((added) => [eight(added.length), added]));

class Dice {
  constructor(seed, game, draw) {
    this.seed = seed;
    this.prefix = Buffer.concat([text("parlour dice\0"), text(game), text("\0"), eight(draw)]);
    this.left = Buffer.alloc(0);
    this.counter = 0;
    this.taken = 0; // numbers of 8 bytes, rejected ones included
  }
  next() {
    while (this.left.length < 8) this.left = Buffer.concat([this.left, hmac(this.seed, this.prefix, eight(this.counter++))]);
    const number = this.left.readBigUInt64BE();
    this.left = this.left.subarray(8);
    this.taken += 1;
    return number;
  }
  below(k) {
    const limit = ((1n << 64n) / BigInt(k)) * BigInt(k);
    let number = this.next();
    while (number >= limit) number = this.next();
    return number % BigInt(k);
  }
  shuffled(items) {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i--) {
      const j = Number(this.below(i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

function same(found, expected, what) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  console.error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  process.exit(1);
}

function verifyVectors(path) {
  const vectors = JSON.parse(fs.readFileSync(path, "utf8"));
  for (const v of vectors.commitments) same(commitment(hex(v.house_seed)), v.commitment, "commitment");
  for (const v of vectors.table_seeds) same(tableSeed(hex(v.house_seed), v.luck).toString("hex"), v.seed, `luck ${v.luck}`);
  for (const v of vectors.sealed_luck) same(sealedLuck(hex(v.nonce), v.luck), v.digest, `sealed luck ${v.luck}`);
  for (const v of vectors.deal_seeds) same(dealSeed(v.number).toString("hex"), v.seed, `deal ${v.number}`);
  for (const v of vectors.below) {
    const dice = new Dice(hex(v.seed), v.game, v.draw);
    same(v.k.map((k) => String(dice.below(k))), v.result, `draw ${v.draw} of ${v.game}`);
    same(dice.taken, v.taken, `numbers taken by draw ${v.draw} of ${v.game}`);
  }
  for (const v of vectors.shuffles) {
    same(new Dice(hex(v.seed), v.game, v.draw).shuffled(v.order.keys()), v.order, `shuffle ${v.draw} of ${v.game}`);
  }
  return Object.values(vectors).reduce((sum, list) => sum + list.length, 0);
}

const COPIES = [
  ["25", 10], ["50", 10], ["75", 10], ["100", 12], ["200", 4], ["Out of Gas", 2], ["Flat Tire", 2], ["Accident", 2],
  ["Stop", 4], ["Speed Limit", 3], ["Gasoline", 6], ["Spare Tire", 6], ["Repairs", 6], ["Go", 14], ["End of Limit", 6],
  ["Extra Tank", 1], ["Puncture Proof", 1], ["Driving Ace", 1], ["Right of Way", 1],
];
const PACK = COPIES.flatMap(([card, count]) => Array(count).fill(card));

// How many draws are in force after each record, by its seq. A takeback returns to the number after the record that it
// names, so that the same chance comes again.
class Draws {
  constructor() {
    this.after = [0];
    this.marks = new Map();
    this.now = 0;
  }
  follow({ seq, kind, data }, isPractice) {
    if (kind === "mille.dealt") this.now += 1;
    if (kind === "table.begun" && isPractice) this.now = 1; // the draw that deals anew what is hidden
    if (kind === "table.marked") this.marks.set(data.name, this.now);
    if (kind === "table.taken_back" || kind === "table.redone") this.now = this.after[data.to];
    if (kind === "table.returned") this.now = this.marks.get(data.name);
    this.after[seq] = this.now;
  }
}

function verifyMille(path, noted) {
  const lines = fs.readFileSync(path, "utf8").split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  const records = lines.filter((line) => line.kind !== undefined); // the line above them has names only
  const opened = records[0].data;
  const houseSeed = hex(opened.house_seed);
  const { book } = opened;
  if (book) same(isIncluded(book, hex(commitment(houseSeed))), true, `number ${book.number} of the book`);
  const committed = [commitment(houseSeed), ...(book ? [book.root] : [])];
  if (noted) same(committed.some((digits) => digits.startsWith(noted.toLowerCase())), true, "commitment");
  const [luck, sealed] = [[], []];
  for (const { kind, data } of records) {
    if (kind === "table.seated") [luck[data.seat], sealed[data.seat]] = [data.luck, data.sealed];
    if (kind === "table.luck_revealed") {
      same(sealedLuck(hex(data.nonce), data.luck), sealed[data.seat], `the luck that seat ${data.seat + 1} had sealed`);
      luck[data.seat] = data.luck;
    }
  }
  const seed = tableSeed(houseSeed, luck);
  const draws = new Draws();
  let deals = 0;
  for (const record of records) {
    draws.follow(record, Boolean(opened.origin));
    if (record.kind !== "mille.dealt") continue;
    const pack = new Dice(seed, "mille", draws.now).shuffled(PACK);
    const { hands, deck } = record.data;
    same([hands, deck], [[pack.slice(0, 6), pack.slice(6, 12)], pack.slice(12)], `the deal of record ${record.seq}`);
    deals += 1;
  }
  return deals;
}

const [first, ...rest] = process.argv.slice(2);
const noted = rest.slice(1).join("");
if (noted && noted.length < 32) {
  console.error(`a commitment of ${noted.length} digits proves nothing: 32 digits are needed`);
  process.exit(1);
}
if (!first) {
  console.error("usage: node chance_verifier.js VECTORS.json | --mille GAME.jsonl [COMMITMENT]");
  process.exit(2);
}
if (first === "--mille") console.log(`${verifyMille(rest[0], noted)} deals are as specified`);
else console.log(`${verifyVectors(first)} vectors are as specified`);
