import { TextInput } from '../journeys/panel/fields';
import type { FactorLevel } from './draft';

interface Props {
  levels: readonly FactorLevel[];
  onChange: (levels: FactorLevel[]) => void;
}

/** Edits the level of each factor of a variant in a multivariate experiment. */
export function LevelFields({ levels, onChange }: Props) {
  const set = (index: number, change: Partial<FactorLevel>): void =>
    onChange(levels.map((one, place) => (place === index ? { ...one, ...change } : one)));
  return (
    <>
      {levels.map(({ factor, level }, index) => (
        <fieldset className="page-change" key={index} aria-label={`Factor ${index + 1}`}>
          <div className="field-pair">
            <TextInput
              label="Factor"
              value={factor}
              placeholder="headline"
              onChange={(next) => set(index, { factor: next })}
            />
            <TextInput
              label="Level"
              value={level}
              placeholder="short"
              onChange={(next) => set(index, { level: next })}
            />
          </div>
          <button
            type="button"
            className="button text bad"
            onClick={() => onChange(levels.filter((_one, place) => place !== index))}
          >
            Remove factor
          </button>
        </fieldset>
      ))}
      <button type="button" className="button" onClick={() => onChange([...levels, { factor: '', level: '' }])}>
        Add factor
      </button>
    </>
  );
}
