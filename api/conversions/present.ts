import type { z } from 'zod';
import type { Conversion } from '../../db/conversions/conversions';
import type { RecentCompletion } from '../../db/reports/recent-completions';
import { historyProgress } from '../../domain/conversions/history-progress';
import type { completionRecord, conversionRecord } from '../../domain/conversions/schemas';

/** Every field of both forms. */
export const presentConversion = (conversion: Conversion): z.infer<typeof conversionRecord> => ({
  id: conversion.id,
  name: conversion.name,
  type: conversion.type,
  eventName: conversion.type === 'custom_event' ? conversion.eventType : null,
  targetUrl: conversion.urlPattern,
  selector: conversion.selector,
  isPrimary: conversion.isPrimary,
  eventType: conversion.eventType,
  urlPattern: conversion.urlPattern,
  conditions: conversion.conditions,
  createdAt: conversion.createdAt.toISOString(),
  updatedAt: conversion.updatedAt.toISOString(),
  backfill: historyProgress(conversion.span, conversion.matchedFrom),
});

export const presentCompletion = ({
  occurredAt,
  personId,
  ...completion
}: RecentCompletion): z.infer<typeof completionRecord> => ({
  ...completion,
  occurredAt: occurredAt.toISOString(),
  endUserId: personId,
});
