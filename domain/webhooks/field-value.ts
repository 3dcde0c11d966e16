/** The characters of a field value in RFC 9110. Node refuses all others. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Checks whether a header can contain the value. */
export const isFieldValue = (value: string): boolean => fieldValue.test(value);
