import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, unwrap } from '../api/client';
import { Logo } from '../components/icon';
import { useSwitchWorkspace, type SessionWorkspace } from '../session/workspaces';
import { DemoProgress } from './demo-progress';
import './start-choice.css';

interface Props {
  /** The current workspace, which is empty. */
  own: SessionWorkspace;
  demo: SessionWorkspace;
}

/** The first page after the first sign-in: the demo workspace, or the empty one. */
export function StartChoice({ own, demo }: Props) {
  const client = useQueryClient();
  const switchTo = useSwitchWorkspace();
  const choose = useMutation({
    mutationFn: async (choice: 'demo' | 'own') => {
      if (choice === 'demo') await switchTo.mutateAsync(demo.id);
      await unwrap(api.POST('/api/session/start'));
      await client.invalidateQueries({ queryKey: ['workspaces'] });
    },
  });
  useEffect(() => {
    document.title = 'Welcome · Apex';
  }, []);
  return (
    <main className="start-choice" id="main">
      <Logo />
      <h1>Where do you want to start?</h1>
      <div className="start-choices">
        <section className="card" aria-labelledby="start-demo">
          <h2 id="start-demo">Look around</h2>
          <p>
            {demo.name} has 90 days of sample data: visitors, experiments with results, journeys and messages. Change
            anything: no email is sent to real people.
          </p>
          {demo.demo !== null && <DemoProgress state={demo.demo} />}
          <button type="button" className="button" disabled={choose.isPending} onClick={() => choose.mutate('demo')}>
            Explore the demo shop
          </button>
        </section>
        <section className="card" aria-labelledby="start-own">
          <h2 id="start-own">Use your own data</h2>
          <p>
            {own.name} is empty. Add the snippet to your site, and your first visitors appear within seconds. A
            checklist shows the next steps.
          </p>
          <button
            type="button"
            className="button primary"
            disabled={choose.isPending}
            onClick={() => choose.mutate('own')}
          >
            Set up my workspace
          </button>
        </section>
      </div>
      {choose.isError && (
        <p role="alert" className="alert">
          {choose.error.message}
        </p>
      )}
      <p className="quiet small">You can switch between the two at any time, in the menu at the top.</p>
    </main>
  );
}
