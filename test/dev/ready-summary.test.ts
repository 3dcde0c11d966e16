import { readySummary } from '../../dev/ready-summary';

const signIn = { email: 'owner@apex.test', password: 'the-password', link: 'http://127.0.0.1:3000/console/sign-in#t' };
const given = {
  dataDir: '/data',
  credentials: { baseUrl: 'http://127.0.0.1:3000', temporalUiUrl: 'http://127.0.0.1:8233', mailUrl: null },
  signIn,
  duration: '(8.2 s)',
};

test('a terminal shows the email, the password and the link; other outputs never show the password', () => {
  const shown = readySummary({ ...given, isTerminal: true });
  for (const text of Object.values(signIn)) expect(shown).toContain(text);
  const logged = readySummary({ ...given, isTerminal: false });
  expect(logged).toContain(signIn.link);
  expect(logged).not.toContain(signIn.password);
});

test('a changed password and a missing link are not shown', () => {
  const shown = readySummary({ ...given, isTerminal: true, signIn: { ...signIn, password: null, link: null } });
  expect(shown).toMatch(/Password +the one that you set/);
  expect(shown).not.toContain('null');
});
