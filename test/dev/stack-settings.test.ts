import { SettingsError } from '../../config';
import { loadStackSettings } from '../../dev/stack-settings';

test('everything has a default, and empty counts as not set', () => {
  const settings = loadStackSettings({ PORT: '', SES_ENDPOINT: '' }, '/srv/apex');
  expect(settings).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: '/srv/apex/.data' });
  expect(settings.SES_ENDPOINT).toBeUndefined();
});

test('all invalid settings are named in one line', () => {
  const wrong = { PORT: 'x', DATABASE_URL: 'mysql://', TEMPORAL_ADDRESS: 'temporal', SYNC_API_KEY: 'short' };
  let problem: unknown;
  try {
    loadStackSettings(wrong, '/');
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(SettingsError);
  const { message } = problem as Error;
  expect(message).not.toContain('\n');
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
});
