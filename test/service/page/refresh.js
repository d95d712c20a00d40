// Keeps the page up to date: fetches it again and shows the part that moves.
const live = document.getElementById('live');

setInterval(async () => {
	const response = await fetch('/');
	const next = new DOMParser().parseFromString(await response.text(), 'text/html');
	// Text that somebody is just marking to copy stays as it is.
	if (getSelection().type !== 'Range') live.innerHTML = next.getElementById('live').innerHTML;
}, 1000);
