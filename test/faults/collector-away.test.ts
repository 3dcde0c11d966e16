import { apiClient } from '../support/api-client';
import { uniqueName } from '../support/journeys';
import { startProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld({ temporal: false });

test('a service without its trace collector continues, logs the problem, and stops cleanly', async () => {
  const api = await startProcess({
    entry: 'api/server.ts',
    env: {
      ...world.environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const { post } = apiClient(`http://127.0.0.1:${api.ready.port}`, world.demo.serverKey);
    const event = { type: 'visited', email: `${uniqueName('person')}@example.com` };
    expect((await post('/api/v1/events', event)).status).toBe(200);
    await waitFor(() => api.output().includes('spans could not be exported'), { what: 'the line that says so' });
  } finally {
    expect(await api.stop()).toMatchObject({ code: 0 });
  }
});
