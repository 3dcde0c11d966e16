import { problemsByField } from '../../../console/format/problems';

it('what the API says of a field stands at the field, and all else below', () => {
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
    ['frequencyCap.max', 'must be at least 1'],
    ['name', 'is required; must be one line'],
    ['personalAttributes', 'is too long'],
  ]);
  expect(others).toEqual(['digest.time: must be a time', 'is empty']);
});

it('the most exact field takes it', () => {
  const { atFields } = problemsByField([{ path: 'sender.email', message: 'no' }], ['sender', 'sender.email']);
  expect([...atFields.keys()]).toEqual(['sender.email']);
});
