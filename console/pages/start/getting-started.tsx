/** What to do in an empty workspace. */
export function GettingStarted() {
  return (
    <div className="state empty">
      <p className="state-title">No events yet.</p>
      <p>
        <a href="/console/install">Install the snippet</a> to record visits.
      </p>
    </div>
  );
}
