/** The data type of kinds of steps while they are dragged over the canvas. */
export const dragType = 'application/x-journey-step';
