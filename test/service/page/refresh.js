// Keeps the page up to date: fetches it again and shows the part that moves.
const live = document.getElementById('live');
const gone = document.getElementById('gone');
let shown = live.innerHTML;

async function refresh() {
	try {
		const response = await fetch('/');
		const next = new DOMParser().parseFromString(await response.text(), 'text/html');
		const { innerHTML } = next.getElementById('live');
		// Text that somebody is just marking to copy stays as it is.
		if (innerHTML !== shown && getSelection().type !== 'Range') {
			live.innerHTML = innerHTML;
			shown = innerHTML;
		}
		gone.hidden = true;
	} catch {
		gone.hidden = false;
	}
	setTimeout(refresh, 1000);
}

setTimeout(refresh, 1000);
