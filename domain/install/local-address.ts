/** Whether only the same computer can reach an http or https URL. */
export const isLocalAddress = (url: string): boolean =>
  /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(url);
