import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { Dialog } from '../../../components/dialog';
import { ChangeList } from '../change-list';
import { definitionOf } from '../model/definition';
import { mergeDrafts } from '../model/merge';

interface Props {
  base: JourneyDefinition;
  mine: JourneyDefinition;
  theirs: Schemas['Journey'];
  onResolve: (definition: JourneyDefinition) => void;
}

/** Shows the changes of both members after a conflict, and resolves it. */
export function ConflictDialog({ base, mine, theirs, onResolve }: Props) {
  const theirDraft = definitionOf(theirs);
  const merge = mergeDrafts(base, mine, theirDraft);
  return (
    <Dialog open onOpenChange={() => undefined} title="Another member saved this draft" className="wide-dialog">
      <div className="dialog-body">
        <p>Your changes are not saved yet. Choose which changes to keep.</p>
        <div className="two-columns">
          <section>
            <h3>Your changes</h3>
            <ChangeList changes={merge.mine} />
          </section>
          <section>
            <h3>Their changes</h3>
            <ChangeList changes={merge.theirs} />
          </section>
        </div>
        {merge.conflicts.length > 0 && (
          <p className="alert">
            Both of you changed {merge.conflicts.join(', ')}. Merging keeps your version of these and all other changes.
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={() => onResolve(theirDraft)}>
          Use theirs
        </button>
        <button type="button" className="button" onClick={() => onResolve(mine)}>
          Keep mine
        </button>
        <button type="button" className="button primary" onClick={() => onResolve(merge.merged)}>
          Merge both
        </button>
      </div>
    </Dialog>
  );
}
