import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

test('a worker renders expensive messages in threads, and counts them', async () => {
  const worker = await world.startWorker();
  const { body } = await world.api.post('/api/communications', {
    name: 'Costly',
    commType: 'marketing',
    slots: { subject: 'Costly' },
    html: '<p>x{% for i in (1..3000) %}{{ i }}{% endfor %}</p>',
  });
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId: body.id, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const subject = await createSubject(world);
  await trackEvent(world, journey.eventName, subject.visitorId);
  await waitFor(async () => (await executionsOf(world, journey.id))[0]?.['status'] === 'COMPLETED');
  const [message] = await readSink(world.sesEndpoint, subject.email);
  expect(message?.body.html).toContain('29993000</p>');
  const metrics = await (await fetch(`http://127.0.0.1:${worker.healthPort}/metrics`)).text();
  expect(metrics).toContain('apex_thread_tasks{outcome="done"} 1');
  expect(metrics).toContain('apex_thread_tasks_waiting 0');
});
