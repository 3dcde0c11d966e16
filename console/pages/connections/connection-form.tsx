import { useState } from 'react';
import { platformNames } from '../../../domain/connections/platform-names';
import { textLimits } from '../../../domain/text-limits';
import type { Schemas } from '../../api/client';
import { Form, SelectField, TextField } from '../../components/form';
import { formText, textOrNull } from '../../components/form-text';

type Connection = Schemas['Connection'];
type Platform = Connection['connectorType'];

interface Part {
  name: string;
  label: string;
  optional?: boolean;
}

const parts: Record<Platform, readonly Part[]> = {
  google_ads: [
    { name: 'clientId', label: 'Client ID' },
    { name: 'clientSecret', label: 'Client secret' },
    { name: 'refreshToken', label: 'Refresh token' },
    { name: 'developerToken', label: 'Developer token' },
    { name: 'loginCustomerId', label: 'Manager account', optional: true },
  ],
  meta_ads: [
    { name: 'accessToken', label: 'Access token' },
    { name: 'appId', label: 'App ID', optional: true },
    { name: 'appSecret', label: 'App secret', optional: true },
  ],
  linkedin_ads: [
    { name: 'accessToken', label: 'Access token', optional: true },
    { name: 'clientId', label: 'Client ID', optional: true },
    { name: 'clientSecret', label: 'Client secret', optional: true },
    { name: 'refreshToken', label: 'Refresh token', optional: true },
  ],
};

const hints: Record<Platform, string> = {
  google_ads: 'Ten digits, for example 123-456-7890.',
  meta_ads: 'Digits, with or without act_.',
  linkedin_ads: 'Digits.',
};

export interface ConnectionDraft {
  connectorType: Platform;
  name: string;
  accountId: string;
  /** Null for the platform's default address. */
  baseUrl: string | null;
  credentials: Record<string, string>;
}

interface Props {
  initial?: Connection;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (connection: ConnectionDraft) => Promise<unknown>;
}

/** Edits an ad platform account and its credentials. Stored credentials are never shown. */
export function ConnectionForm({ initial, button, done, save }: Props) {
  const [platform, setPlatform] = useState<Platform>(initial?.connectorType ?? 'google_ads');
  const send = (fields: FormData): Promise<unknown> => {
    const typed = parts[platform].map(({ name }) => [name, formText(fields, `credentials.${name}`)] as const);
    return save({
      connectorType: platform,
      name: formText(fields, 'name'),
      accountId: formText(fields, 'accountId'),
      baseUrl: textOrNull(fields, 'baseUrl'),
      credentials: Object.fromEntries(typed.filter(([, value]) => value !== '')),
    });
  };
  return (
    <Form send={send} button={button} done={done}>
      {initial === undefined && (
        <SelectField
          label="Platform"
          name="connectorType"
          value={platform}
          onChange={({ target }) => setPlatform(target.value as Platform)}
        >
          {Object.entries(platformNames).map(([type, title]) => (
            <option key={type} value={type}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Name"
        name="name"
        maxLength={textLimits.name}
        defaultValue={initial?.name}
        required={initial !== undefined}
        placeholder={platformNames[platform]}
      />
      {initial === undefined && <TextField label="Account" name="accountId" required hint={hints[platform]} />}
      <TextField
        label="Proxy URL"
        name="baseUrl"
        type="url"
        maxLength={textLimits.baseUrl}
        defaultValue={initial?.baseUrl ?? ''}
        placeholder="https://ads-proxy.example.com"
        hint={
          initial === undefined
            ? 'Optional. Used instead of the platform’s own address.'
            : 'Used instead of the platform’s own address. If you change it, enter the credentials again.'
        }
      />
      <Credentials platform={platform} isNew={initial === undefined} />
    </Form>
  );
}

function Credentials({ platform, isNew }: { platform: Platform; isNew: boolean }) {
  return (
    <>
      <p className="hint">
        {isNew
          ? 'Credentials are encrypted and never shown again.'
          : 'Leave all fields empty to keep the stored credentials. New credentials replace all of them and start a sync.'}
      </p>
      {parts[platform].map(({ name, label, optional = false }) => (
        <TextField
          key={`${platform} ${name}`}
          label={optional ? `${label} (optional)` : label}
          name={`credentials.${name}`}
          type="password"
          autoComplete="new-password"
          required={!optional && isNew}
          maxLength={textLimits.credential}
        />
      ))}
    </>
  );
}
