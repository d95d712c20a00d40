/** A mistake, and what to do instead. */
type Mistake = readonly [mistake: string, instead: string];

const ONE_LINK_FOR_ALL: Mistake = [
	'A link chosen from the list, while the input has many items: each item means that same link',
	'choose By ID, and use `{{ $json.id }}`',
];

/** The three mistakes most made with each operation. They are no errors: n8n runs, and the result is not what was meant. */
export const MISTAKES: Readonly<Record<string, readonly [Mistake, Mistake, Mistake]>> = {
	'Link.link.create': [
		[
			'One link for everybody: nobody can tell later who opened it',
			'make one link for each person, and put the number or an ID into **Comment**',
		],
		[
			'The workflow makes a new link at every run: the clicks are spread over many links',
			'make the link once, and keep its `shortLink` in your table',
		],
		[
			'**Expiration Date** is the first day on which the link must not work',
			'give the last day on which it works',
		],
	],
	'Link.link.delete': [
		[
			'A link is deleted because it should stop for now: its address never works again',
			'use Update, with **Status** Inactive',
		],
		ONE_LINK_FOR_ALL,
		[
			'The workflow ends at a link that is gone already',
			'set **On Error** to Continue: that item fails alone',
		],
	],
	'Link.link.get': [
		[
			'**By URL** with the address of your page',
			'give the short link; to find a link by its page, search in **From List**',
		],
		[
			'`clickCnt` as the clicks of this week',
			'it counts from the beginning; Statistic > Get counts by day or hour',
		],
		ONE_LINK_FOR_ALL,
	],
	'Link.link.getAll': [
		['Only 50 links come', 'turn on **Return All**, or raise **Limit**'],
		[
			'**Query** with the address of your page: the service searches code and comment only',
			'put a Filter node behind it, on `fullLink`',
		],
		[
			'The node runs once for each input item, and lists everything each time',
			'turn on **Execute Once** in its settings',
		],
	],
	'Link.link.update': [
		[
			'**Expiration Date** is left out to make the link permanent: the date is kept',
			'choose **Expiration** Never',
		],
		[
			'A new **Comment** takes the place of the number by which another workflow finds the person',
			'keep the number in the comment, or in your own table by the ID of the link',
		],
		ONE_LINK_FOR_ALL,
	],
	'Link.campaign.getLinks': [
		['`messageId` as **Campaign ID**', 'take `campaignId` from the output of Send'],
		[
			'Links that you put into the text yourself are looked for here',
			'this lists what **Shorten Links** made; your own are in Link > Get Many',
		],
		[
			'`clickCnt` as the number of people',
			'previews and scanners click, too: [clicks.md](clicks.md#a-click-is-not-always-a-person)',
		],
	],
	'Link.statistics.get': [
		[
			'No start is given: the service takes its own span, such as the last 90 days',
			'give **Date From**',
		],
		[
			'**Minute** over months: hundreds of calls',
			'use Daily, and Minute for the hours that matter',
		],
		[
			'Clicks as people',
			'previews and scanners click, too: [clicks.md](clicks.md#a-click-is-not-always-a-person)',
		],
	],
	'Message.message.send': [
		[
			'A key that is the same for all, such as `spring-sale`: only the first person gets the SMS',
			"name occasion and person: `spring-sale {{ $json.phone }}`",
		],
		[
			'One curly quote or emoji: a segment holds 70 characters in place of 160, and the bill doubles',
			'turn on **Smart Encoding**, set **Max Segments**, or look at it with Preview',
		],
		[
			'Numbers without a country code, or a column that the spreadsheet turned into `7.7E+10`',
			'format the column as text, and choose **Default Country**',
		],
	],
	'Message.message.sendAndWait': [
		[
			'n8n runs on localhost: no phone can open the page, so nothing is sent',
			"set n8n's `WEBHOOK_URL` to an address on the internet",
		],
		[
			'`{{ $json.approved }}`, or no answer taken for a no',
			'ask for `{{ $json.data?.approved === true }}`; without an answer in time there is no `data`',
		],
		[
			'Several people in one run',
			'put a Loop Over Items node with a batch size of 1 before it',
		],
	],
	'Message.message.preview': [
		[
			'Preview as proof that the number exists',
			'it only reads how the number is written; the delivery report says the rest',
		],
		[
			'A text that is sent with **Shorten Links**: Preview counts the long link',
			'count with a link of about 20 characters in its place',
		],
		[
			'`segments` as the bill',
			'it is an estimate; `segNum` in Message > Get Many is the count of the service',
		],
	],
	'Message.message.getAll': [
		['Only 50 messages come', 'turn on **Return All**, or raise **Limit**'],
		[
			'The status of messages whose IDs you have, one call for each',
			'Delivery Report > Get reads 100 IDs in a call',
		],
		['Several numbers in **To**', 'it takes one number, or a part of one'],
	],
	'Message.deliveryReport.get': [
		[
			'Asked right after Send: the message is still on its way, and `final` is false',
			'wait first: [delivery.md](delivery.md)',
		],
		[
			'IDs from a spreadsheet that lost their last digits',
			'format the column as text',
		],
		[
			'An ID that the service does not know is left out, and nobody notices',
			'choose Report as Error in **IDs Without a Report**',
		],
	],
	LinkTrigger: [
		[
			'A click as a person who has read the page',
			'[a click is not always a person](clicks.md#a-click-is-not-always-a-person)',
		],
		[
			'Fetch Test Event is to show new clicks: `newClicks` is null there',
			'publish the workflow, and open the link',
		],
		[
			'No filter, in an account with thousands of links: each poll reads them all',
			'set **Created From** or **Query**',
		],
	],
	MessageTrigger: [
		[
			'**Any Status** to react to the end: the workflow starts several times for a message',
			'choose Final Status, Delivered or Failed',
		],
		[
			'The workflow sends an SMS, whose own end starts it again',
			'filter by **Campaign IDs** or **From**, or set a Send Once Key with the ID of the first message',
		],
		[
			'Messages from before the workflow was published are waited for',
			'read them with Message > Get Many: the trigger begins with what is new',
		],
	],
};

/** @throws Error for an operation that has none */
export function mistakes(choice: string): string {
	const found = MISTAKES[choice];
	if (!found) throw new Error(`no mistakes are known of ${choice}`);
	const lines = found.map(([mistake, instead]) => `- ${mistake}. Instead: ${instead}.`);
	return `Mistakes most made:\n\n${lines.join('\n')}`;
}
