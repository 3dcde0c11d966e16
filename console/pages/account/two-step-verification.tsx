import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { CodeBlock } from '../../components/code-block';
import { Dialog } from '../../components/dialog';
import { Form, TextField } from '../../components/form';
import { Ago, Read, useRead } from '../../components/read';
import { Status } from '../../components/status';
import { atField } from './at-field';
import { QrCode } from './qr-code';

const key = ['totp'];

/** Shows whether a code is needed to sign in, and turns it on or off. */
export function TwoStepVerification() {
  const query = useRead(key, () => unwrap(api.GET('/api/account/totp')));
  const [open, setOpen] = useState<'on' | 'off' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Read query={query}>
      {({ enabled, confirmedAt, recoveryCodesLeft }) => (
        <div className="card stack">
          {enabled ? (
            <>
              <p>
                <Status of="on" /> Turned on <Ago at={confirmedAt} />. Signing in needs a code from your authenticator
                app.
              </p>
              <p className="quiet">
                {recoveryCodesLeft} of 10 recovery codes left.
                {recoveryCodesLeft < 3 && ' To get new ones, turn two-step verification off and on again.'}
              </p>
              <button type="button" className="button" onClick={() => setOpen('off')}>
                Turn off
              </button>
            </>
          ) : (
            <>
              <p>
                <Status of="off" /> Protect your account with a code from an authenticator app, such as 1Password or
                Google Authenticator. A stolen password is then not enough to sign in.
              </p>
              <button type="button" className="button primary" onClick={() => setOpen('on')}>
                Turn on
              </button>
            </>
          )}
          <Dialog
            open={open !== null}
            onOpenChange={close}
            title={open === 'off' ? 'Turn off two-step verification' : 'Turn on two-step verification'}
          >
            {open === 'on' && <Enable close={close} />}
            {open === 'off' && <Disable close={close} />}
          </Dialog>
        </div>
      )}
    </Read>
  );
}

function Enable({ close }: { close: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} close={close} />;
  const confirm = async (fields: FormData): Promise<void> => {
    const body = { code: String(fields.get('code')) };
    const confirmed = await unwrap(api.POST('/api/account/totp', { body }));
    if (confirmed.enabled) setCodes(confirmed.recoveryCodes);
    await client.invalidateQueries({ queryKey: key });
  };
  return (
    <div className="dialog-body stack">
      <NewSecret />
      <Form send={confirm} button="Turn on">
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={60}
          hint="The 6 digits that the app shows."
        />
      </Form>
    </div>
  );
}

/** A secret is created each time the dialog opens. It counts only after it is confirmed. */
function NewSecret() {
  const query = useQuery({
    queryKey: ['totp-secret'],
    queryFn: async () => {
      const started = await unwrap(api.POST('/api/account/totp', { body: {} }));
      if (started.enabled) throw new Error('Two-step verification is already on.');
      return started;
    },
    // Read once: a second secret would replace the one that the app has already scanned.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Read query={query}>
      {({ secret, otpauthUri }) => (
        <>
          <p>
            Scan the QR code with your authenticator app, or enter the secret there. Then enter the code of the app.
          </p>
          <QrCode text={otpauthUri} label="QR image of the secret" />
          <CodeBlock label="Secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</CodeBlock>
        </>
      )}
    </Read>
  );
}

function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  return (
    <>
      <div className="dialog-body stack">
        <p role="status">
          Two-step verification is on. Store these recovery codes safely: each signs you in once if you lose the app.
          They are not shown again.
        </p>
        <CodeBlock label="Recovery codes">{codes.join('\n')}</CodeBlock>
      </div>
      <div className="dialog-foot">
        <button type="button" className="button primary" onClick={close}>
          I have stored them
        </button>
      </div>
    </>
  );
}

function Disable({ close }: { close: () => void }) {
  const client = useQueryClient();
  const [proof, setProof] = useState<'password' | 'code'>('password');
  const disable = async (fields: FormData): Promise<void> => {
    const body = { [proof]: String(fields.get(proof)) };
    await unwrap(api.DELETE('/api/account/totp', { body })).catch(atField(proof));
    await client.invalidateQueries({ queryKey: key });
    close();
  };
  const other = proof === 'password' ? 'code' : 'password';
  return (
    <div className="dialog-body stack">
      <p>Your password alone then signs you in. Your recovery codes stop working.</p>
      <Form
        send={disable}
        button="Turn off"
        done="Two-step verification is off."
        key={proof}
        actions={
          <button type="button" className="button" onClick={() => setProof(other)}>
            Use {other === 'code' ? 'a code' : 'the password'}
          </button>
        }
      >
        {proof === 'password' ? (
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={textLimits.password}
          />
        ) : (
          <TextField
            label="Code"
            name="code"
            autoComplete="one-time-code"
            required
            maxLength={60}
            hint="From your authenticator app, or a recovery code."
          />
        )}
      </Form>
    </div>
  );
}
