-- What the test of the language server does in Neovim. Works with 0.7 and later.
local function fail(why)
	io.stderr:write(why .. "\n")
	vim.cmd("cquit 1")
end

local function check(ok, why)
	if not ok then
		fail(why)
		error(why)
	end
end

local done, wrong = pcall(function()
	vim.cmd("edit one.scn")
	vim.cmd("edit cards/food-chain/mine.cards")
	local cards = vim.api.nvim_get_current_buf()
	local id = vim.lsp.start_client({ name = "playmat", cmd = { vim.env.PLAYMAT, "lsp" }, root_dir = vim.fn.getcwd(), workspace_folders = { { uri = vim.uri_from_fname(vim.fn.getcwd()), name = "cards" } } })
	check(id, "the server does not start")
	local ready = vim.wait(60000, function() return vim.lsp.get_client_by_id(id) ~= nil and vim.lsp.get_client_by_id(id).server_capabilities ~= nil end)
	check(ready, "the server is not ready")
	check(vim.lsp.buf_attach_client(cards, id), "the server is not attached")
	local function ask(method, params)
		local found
		local client = vim.lsp.get_client_by_id(id)
		client.request(method, params, function(problem, result)
			check(not problem, method .. ": " .. vim.inspect(problem))
			found = { result }
		end, cards)
		check(vim.wait(60000, function() return found ~= nil end), method .. " is not answered")
		return found[1]
	end
	check(vim.wait(60000, function() return #vim.diagnostic.get(cards) == 1 end), "nothing is wrong")
	check(vim.diagnostic.get(cards)[1].message:find("is no keyword of food-chain", 1, true), "another complaint")

	local document = { uri = vim.uri_from_bufnr(cards) }
	local place = { line = 2, character = 24 }
	local actions = ask("textDocument/codeAction", { textDocument = document, range = { start = place, ["end"] = place }, context = { diagnostics = {} } })
	check(#actions == 1 and actions[1].title == "Write `haste`", vim.inspect(actions))
	vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
	check(vim.wait(60000, function() return #vim.diagnostic.get(cards) == 0 end), "the fix does not help")

	local told = ask("textDocument/hover", { textDocument = document, position = place })
	check(told.contents.value:find("`haste` (keyword)", 1, true), vim.inspect(told))

	local edit = ask("textDocument/rename", { textDocument = document, position = { line = 2, character = 6 }, newName = "Sunfish" })
	vim.lsp.util.apply_workspace_edit(edit, "utf-16")
	check(#vim.diagnostic.get(cards) == 0, "the new name is wrong")
	vim.cmd("silent wall")
end)
if not done then
	fail(tostring(wrong))
end
print("the editor is content")
vim.cmd("qall!")
