const [quote, backslash, comma, list, object] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Whether JSON has more values than `most`, counted in its bytes: reading and checking costs by the value, and 1 MB has room for half
 * a million. Bytes that are no JSON are refused when they are parsed.
 */
export function hasMoreValues(json: Buffer, most: number): boolean {
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at + 1);
    else if (byte === comma || byte === list || byte === object) values += 1;
  }
  return values > most;
}

/** Where the quote stands that ends a string. */
function endOfString(json: Buffer, from: number): number {
  for (let at = json.indexOf(quote, from); at !== -1; at = json.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && json[at - escapes - 1] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
