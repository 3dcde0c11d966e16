import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { usePathParam } from '../../components/path-param';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { inUnit } from '../../format/number';
import { formatDeadline } from '../../format/time';
import { useMay } from '../../session/session';
import { DeleteTarget, EditTarget } from './target-acts';
import { TargetCourse } from './target-course';
import { TargetProgress } from './target-progress';

type Target = Schemas['Target'];

export function TargetPage() {
  const id = usePathParam('targetId');
  const path = { params: { path: { id } } };
  const query = useRead(['targets', id], () => unwrap(api.GET('/api/targets/{id}', path)));
  const course = useRead(['targets', id, 'course'], () => unwrap(api.GET('/api/targets/{id}/course', path)));
  const mayWrite = useMay('targets.write');
  const { data: target, error, refetch } = query;
  if (target === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const { metric, current, unit, deadline, description, status, statusIsAuto } = target;
  return (
    <Page
      title={metric}
      intro={description ?? undefined}
      parent={{ to: '/targets', title: 'Targets' }}
      badge={<Status of={status} />}
      actions={mayWrite && <Actions target={target} />}
    >
      <Facts
        of={[
          ['Current', inUnit(current, unit)],
          ['Target', inUnit(target.target, unit)],
          ['Progress', <TargetProgress key="progress" of={target.progress} />],
          ['Deadline', formatDeadline(deadline)],
          ['Value source', <Source key="source" target={target} />],
          ['Status', statusIsAuto ? 'Automatic' : 'Set manually'],
          ['Updated', <Ago key="changed" at={target.updatedAt} />],
        ]}
      />
      <Section title="Progress over time" note={<Computed query={course} />}>
        {/* openapi-fetch loses the tuple types of intervals. */}
        <Read query={course}>
          {(read) => <TargetCourse target={target} course={read as Schemas['TargetCourse']} />}
        </Read>
      </Section>
    </Page>
  );
}

function Actions({ target }: { target: Target }) {
  return (
    <>
      <DeleteTarget target={target} to="/targets" />
      <AddressDialog title="Edit" name="edit">
        {(close) => <EditTarget target={target} close={close} />}
      </AddressDialog>
    </>
  );
}

function Source({ target: { sourceConversionId, sourceMissing } }: { target: Target }) {
  const { data: conversions } = useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  if (sourceMissing) return 'A conversion that was deleted. The value is the last count.';
  if (sourceConversionId === null) return 'Manual entry';
  const name = conversions?.find(({ id }) => id === sourceConversionId)?.name ?? 'Conversion';
  return <Link to={`/conversions/${sourceConversionId}`}>{name}</Link>;
}
