import { Dialog } from '../components/dialog';
import { shortcuts } from './shortcuts';

export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="dialog-body">
        {shortcuts.map(({ where, keys }) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl className="keys">
              {keys.map(([pressed, what]) => (
                <div key={pressed}>
                  <dt>
                    <kbd>{pressed}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
