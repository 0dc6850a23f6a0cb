// The number of a sealed daily deal, checked from an export and nothing else, with no line of our Python:
//
//     node daily_verifier.js GAME.jsonl [BEACON]      BEACON as noted before, 32 digits or all 64
//
// See core/base/hash_chain.py and core/games/deals/daily.py for what is specified.
"use strict";
const crypto = require("node:crypto");
const fs = require("node:fs");

const sha256 = (...parts) => crypto.createHash("sha256").update(Buffer.concat(parts.map(Buffer.from))).digest();
const hex = (text) => Buffer.from(text, "hex");
const hashed = (secret) => sha256("parlour daily chain 1\0", secret);
const dealSeed = (number) => sha256("parlour deal", String(number)).subarray(0, 16).toString("hex");

function daysBetween(first, day) {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000);
}

function numberOf(variant, day, secret) {
  const digest = sha256(["parlour daily 1", variant, day, secret].join("\0"));
  return Number(1n + (BigInt(`0x${digest.toString("hex")}`) % 999999937n));
}

function check(holds, what) {
  if (holds) return;
  console.error(`${what} is not as specified`);
  process.exit(1);
}

const [path, ...digits] = process.argv.slice(2);
const noted = digits.join("").toLowerCase();
const records = fs.readFileSync(path, "utf8").split("\n").filter((line) => line.startsWith('{"seq":')).map((line) => JSON.parse(line));
const { at, data } = records[0];
const { beacon, day, first, secret } = data.daily;
const variant = Object.fromEntries(data.options).variant ?? data.game;
const times = daysBetween(first, day) + 1;

let link = hex(secret);
for (let time = 0; time < times; time += 1) link = hashed(link);
check(times >= 1 && link.toString("hex") === beacon, "the secret of the day");
check(at.slice(0, 10) >= day, "the day of the opening");
check(numberOf(variant, day, secret) === data.deal, "the number of the deal");
check(dealSeed(data.deal) === data.house_seed, "the seed of the deal");
check(noted === "" || (noted.length >= 32 && beacon.startsWith(noted)), "the beacon");
console.log(`deal ${data.deal} is that of ${day}, ${times} from the beacon`);
