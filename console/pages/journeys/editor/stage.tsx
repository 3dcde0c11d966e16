import { lazy, Suspense } from 'react';
import { useFilters } from '../../../components/filters';
import { Loading } from '../../../components/states';
import type { CanvasProps } from '../canvas/journey-canvas';
import { Outline } from './outline';

/** The canvas is a separate chunk, because the outline does not need its libraries. */
const JourneyCanvas = lazy(() =>
  import('../canvas/journey-canvas').then((module) => ({ default: module.JourneyCanvas })),
);

/** The steps as a canvas or an outline, depending on the address. */
export function Stage(props: CanvasProps) {
  const { values } = useFilters();
  if (values['as'] === 'outline') return <Outline {...props} />;
  return (
    <Suspense fallback={<Loading />}>
      <JourneyCanvas {...props} />
    </Suspense>
  );
}
