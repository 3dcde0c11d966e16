const [width, height, margin] = [84, 22, 2];

/** Draws values as a line, from 0 to their maximum. */
export function SparkLine({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = margin + (index * (width - 2 * margin)) / Math.max(values.length - 1, 1);
    return `${x.toFixed(1)},${(height - margin - (value * (height - 2 * margin)) / most).toFixed(1)}`;
  });
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
