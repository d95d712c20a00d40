import type { INodeProperties } from 'n8n-workflow';

import { linkLocator } from '../reference/linkLocator';
import { endField, timeField } from '../../shared/fields/time';

export const STATISTICS_TYPES = ['monthly', 'daily', 'hourly', 'minute'] as const;
export const OUTPUTS = ['rows', 'totals', 'raw'] as const;

export const statisticsFields: INodeProperties[] = [
	linkLocator,
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Daily', value: 'daily', description: 'A row per day, the last 90 days by default' },
			{ name: 'Hourly', value: 'hourly', description: 'A row per hour, the last week by default' },
			{
				name: 'Minute',
				value: 'minute',
				description: 'A row per minute, the last 3 hours by default',
			},
			{
				name: 'Monthly',
				value: 'monthly',
				description: 'A row per month, the last 3 years by default',
			},
		],
		default: 'daily',
		description:
			'Length of the periods in which clicks are counted: a month, a day, an hour or a minute',
	},
	timeField(
		'Date From',
		'dateFrom',
		"Start of the span to report on; without 'Date To' it ends with the newest period that the service counts. A long span takes several calls, at most 500",
	),
	endField(
		'Date To',
		'dateTo',
		"End of the span to report on; without 'Date From' it begins 3 years (monthly), 90 days (daily), a week (hourly) or 3 hours (minute) before",
	),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: "The service's answer as it came" },
			{
				name: 'Rows',
				value: 'rows',
				description: 'One item for each link and period, with its clicks and redirects',
			},
			{
				name: 'Totals',
				value: 'totals',
				description:
					'One item for each link, with its clicks and redirects, and the span that they are of',
			},
		],
		default: 'rows',
		description:
			"What to return: a row for each period, the sums, or what the service answers. In rows and totals, 'clicks' is how often the short link was opened, and 'redirects' how often the service sent a visitor on to the full link. A link given by its code or URL also comes with 'code' and 'fullLink'.",
	},
];
