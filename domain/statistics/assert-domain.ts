/** What functions of statistics refuse: an argument outside their domain never gives a figure that looks like a result. */

/** @throws RangeError unless the value is a whole number from 0 up */
export function assertCount(name: string, value: number): void {
  if (!(Number.isSafeInteger(value) && value >= 0)) throw new RangeError(`${name} is ${value}, not a whole number.`);
}

/** @throws RangeError unless 0 <= value <= 1 */
export function assertShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}, not 0 to 1.`);
}

/** @throws RangeError unless 0 < value < 1 */
export function assertInside(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}, not between 0 and 1.`);
}

/** @throws RangeError unless 0 < value, and finite */
export function assertPositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} is ${value}, not above 0.`);
}

/** @throws RangeError for what is not a number, and for the infinities */
export function assertFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} is ${value}.`);
}
