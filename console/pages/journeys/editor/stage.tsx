import { lazy, Suspense } from 'react';
import { useFilters } from '../../../components/filters';
import { Loading } from '../../../components/states';
import type { CanvasProps } from '../canvas/journey-canvas';
import { Outline } from './outline';

/** The drawing needs libraries that the list of the same steps does without. */
const JourneyCanvas = lazy(() =>
  import('../canvas/journey-canvas').then((module) => ({ default: module.JourneyCanvas })),
);

/** The steps, drawn or as a list, as the address says. */
export function Stage(props: CanvasProps) {
  const { values } = useFilters();
  if (values['as'] === 'outline') return <Outline {...props} />;
  return (
    <Suspense fallback={<Loading />}>
      <JourneyCanvas {...props} />
    </Suspense>
  );
}
