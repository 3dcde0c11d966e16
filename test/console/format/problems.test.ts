import { formatMessage, formatRefusal, problemsByField } from '../../../console/format/problems';

it('assigns problems to their fields, and returns the others with their paths', () => {
  const { atFields, others } = problemsByField(
    [
      { path: 'frequencyCap.max', message: 'must be at least 1' },
      { path: 'name', message: 'is required' },
      { path: 'name', message: 'must be one line' },
      { path: 'digest.time', message: 'must be a time' },
      { path: 'personalAttributes.2', message: 'is too long' },
      { path: '', message: 'is empty' },
    ],
    ['name', 'frequencyCap.max', 'frequencyCap.days', 'personalAttributes'],
  );
  expect([...atFields]).toEqual([
    ['frequencyCap.max', 'Must be at least 1.'],
    ['name', 'This field is required. Must be one line.'],
    ['personalAttributes', 'This value is too long.'],
  ]);
  expect(others).toEqual(['digest.time: Must be a time.', 'This value is empty.']);
});

it('prefers the field with the longest name', () => {
  const { atFields } = problemsByField([{ path: 'sender.email', message: 'no' }], ['sender', 'sender.email']);
  expect([...atFields.keys()]).toEqual(['sender.email']);
});

it.each([
  ['is required', 'This field is required.'],
  ['must not be empty', 'This field is required.'],
  ['is not a known field', 'This field is unknown.'],
  ['must be at least 1', 'Must be at least 1.'],
  ['must be one of: up, down', 'Must be one of: up, down.'],
  ['must be one line', 'Must be one line.'],
  ['Use https.', 'Use https.'],
])('shows "%s" as "%s"', (message, sentence) => {
  expect(formatMessage(message)).toBe(sentence);
});

it('does not repeat the first problem in the summary', () => {
  const message = 'The body is not valid: "name" must be one line.';
  expect(formatRefusal(message, [{ path: 'name', message: 'must be one line' }])).toBe('Some values are not valid.');
  expect(formatRefusal('The name is taken.', [])).toBe('The name is taken.');
});
