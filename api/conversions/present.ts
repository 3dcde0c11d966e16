import type { Conversion } from '../../db/conversions/conversions';
import type { RecentCompletion } from '../../db/reports/recent-completions';
import { historyProgress } from '../../domain/conversions/history-progress';
import { completionRecord, conversionRecord } from '../../domain/conversions/schemas';
import { recordOf } from '../responses';

export const presentConversion = (conversion: Conversion) =>
  recordOf(conversionRecord, {
    ...conversion,
    eventName: conversion.type === 'custom_event' ? conversion.eventType : null,
    targetUrl: conversion.urlPattern,
    backfill: historyProgress(conversion.span, conversion.matchedFrom),
  });

export const presentCompletion = ({ personId: endUserId, ...completion }: RecentCompletion) =>
  recordOf(completionRecord, { ...completion, endUserId });
