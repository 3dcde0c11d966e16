import type { ReactNode } from 'react';
import { TextInput } from './fields';

interface Props {
  arm: { id: string; name?: string | undefined };
  index: number;
  /** The number of arms. The last one cannot be removed. */
  count: number;
  onRename: (name: string) => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One arm of a branch or experiment: its name, and the settings of the kind. */
export function ArmSection({ arm, index, count, onRename, onRemove, children }: Props) {
  return (
    <section className="arm" aria-label={`Arm ${arm.id}`}>
      <div className="condition-head">
        <TextInput
          label={`Arm ${index + 1}`}
          value={arm.name ?? arm.id}
          onChange={(name) => name !== '' && onRename(name)}
        />
        {count > 1 && (
          <button type="button" className="button text bad" onClick={onRemove} aria-label={`Remove arm ${arm.id}`}>
            Remove
          </button>
        )}
      </div>
      {children}
    </section>
  );
}
