/** The header that identifies a message at its receiver or in a mail sink. */
export const sendIdHeader = 'X-Apex-Send-Id';
