import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client';
import { useSession } from '../../session/session';

/** A built-in template, for a workspace without messages. */
const sample = 'welcome';

interface Props {
  communication: { id: string; name: string } | null;
  mailSinkUrl: string | null;
}

/** Sends the newest marketing message, or a built-in one, to the signed-in person. */
export function SendTest({ communication, mailSinkUrl }: Props) {
  const client = useQueryClient();
  const { user } = useSession();
  const id = communication?.id ?? sample;
  const send = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/communications/{id}/test', { params: { path: { id } }, body: { variables: {} } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['getting-started'] }),
  });
  return (
    <>
      <p>
        {communication === null ? 'Sends a sample message' : <>Sends {messageLink(communication)}</>} to {user.email},
        with the sender of this workspace.{' '}
        {mailSinkUrl === null ? (
          'Check the layout, the sender and the spam folder.'
        ) : (
          <>
            Nothing is delivered: the <a href={mailSinkUrl}>mail sink</a> shows the email.
          </>
        )}
      </p>
      <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending…' : 'Send test email'}
      </button>
      {send.error !== null && (
        <p role="alert" className="alert">
          {send.error.message}
        </p>
      )}
    </>
  );
}

const messageLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={`/communications/${id}` as never}>{name}</Link>
);
