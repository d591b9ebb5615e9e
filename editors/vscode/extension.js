// Starts `playmat lsp` and lets the editor talk with it. Everything the extension knows of cards, the server tells it.
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate() {
	const command = workspace.getConfiguration("playmat").get("command", "playmat");
	const languages = ["playmat-cards", "playmat-scn", "playmat-deck"];
	client = new LanguageClient(
		"playmat",
		"Playmat",
		{ command, args: ["lsp"] },
		{ documentSelector: languages.map((language) => ({ language })) },
	);
	try {
		await client.start();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		window.showErrorMessage(`\`${command} lsp\` does not start: ${reason}. Set playmat.command to where the program is.`);
	}
}

function deactivate() {
	return client?.stop();
}

module.exports = { activate, deactivate };
