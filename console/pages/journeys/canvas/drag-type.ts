/** The data type of a step kind while it is dragged. */
export const dragType = 'application/x-journey-step';
