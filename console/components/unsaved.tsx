import { createContext, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame';

/** A form, as seen by the dialog around it. */
export interface Guard {
  /** Whether it has unsaved changes. */
  isUnsaved: () => boolean;
  /** Discards the changes, so that leaving shows no dialog. */
  discard: () => void;
}

/** Registers forms with the dialog around them, which checks them before it closes. */
export const GuardContext = createContext<{ register: (guard: Guard) => () => void } | null>(null);

interface QuestionProps {
  onStay: () => void;
  onLeave: () => void;
  /** What is not saved, and why. */
  children?: ReactNode;
}

const lost = 'Your changes are not saved and will be lost.';

export function UnsavedQuestion({ onStay, onLeave, children = lost }: QuestionProps) {
  return (
    <DialogFrame open onOpenChange={(open) => !open && onStay()} title="Leave without saving?">
      <div className="dialog-body">
        <p>{children}</p>
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
