import { createContext } from 'react';
import { DialogFrame } from './dialog-frame';

/** A form as what stands around it sees it. */
export interface Guard {
  /** Whether it holds what would be lost. */
  isUnsaved: () => boolean;
  /** Gives up what it holds: leaving asks no more. */
  discard: () => void;
}

/** What a form is in that can be closed: it asks its forms first. */
export const GuardContext = createContext<{ register: (guard: Guard) => () => void } | null>(null);

export function UnsavedQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <DialogFrame open onOpenChange={(open) => !open && onStay()} title="Leave without saving?">
      <div className="dialog-body">
        <p>What you have changed in the form is not saved, and would be lost.</p>
      </div>
      <div className="dialog-foot">
        <button type="button" className="button danger" onClick={onLeave}>
          Leave
        </button>
        <button type="button" className="button primary" autoFocus onClick={onStay}>
          Stay
        </button>
      </div>
    </DialogFrame>
  );
}
