/**
 * Argument checks for statistics: an argument outside its domain must not produce a number that looks like a result.
 */

/** @throws RangeError unless the value is a whole number from 0 up */
export function assertCount(name: string, value: number): void {
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`${name} is ${value}. It must be a whole number.`);
}

/** @throws RangeError unless 0 <= value <= 1 */
export function assertShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}. It must be 0 to 1.`);
}

/** @throws RangeError unless 0 < value < 1 */
export function assertInside(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}. It must be between 0 and 1.`);
}

/** @throws RangeError unless 0 < value, and finite */
export function assertPositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} is ${value}. It must be above 0.`);
}

/** @throws RangeError for NaN and the infinities */
export function assertFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} is ${value}.`);
}
