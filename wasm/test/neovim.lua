-- Uses Neovim, from version 0.7, like a person: opens a file, reads diagnostics and a hover, applies all fixes and renames
-- an id. Writes the observations as JSON.

local command, file, out = vim.env.SERVER, vim.env.PRODUCT, vim.env.SEEN
local seen = {}

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    seen.failed = what
    vim.fn.writefile({ vim.fn.json_encode(seen) }, out)
    vim.cmd('cquit')
  end
end

vim.cmd('edit ' .. vim.fn.fnameescape(file))
local id = vim.lsp.start_client({ name = 'renewal-rules', cmd = { vim.env.NODE, command, 'lsp' }, root_dir = vim.fn.fnamemodify(file, ':h') })
vim.lsp.buf_attach_client(0, id)

-- Diagnostics exist as data and as marks in the text.
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
seen.diagnostics = vim.tbl_map(function(one) return { one.lnum, one.code or one.user_data.lsp.code, one.message } end, vim.diagnostic.get(0))
seen.marks = 0
for _, namespace in pairs(vim.diagnostic.get_namespaces()) do
  for name, marks in pairs(namespace.user_data) do
    if name:match('_ns$') then seen.marks = seen.marks + #vim.api.nvim_buf_get_extmarks(0, marks, 0, -1, {}) end
  end
end

-- The hover is read in the window that opens.
vim.fn.search('"licence_term"')
vim.cmd('normal! l')
vim.lsp.buf.hover()
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then return window end
  end
end
wait('hover', function() return float() ~= nil end)
seen.hover = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float()), 0, -1, false), '\n')
vim.api.nvim_win_close(float(), true)

-- The only requested action is applied.
vim.ui.select = function(items, _, choose) choose(items[1], 1) end
if vim.fn.has('nvim-0.8') == 1 then
  vim.lsp.buf.code_action({ context = { only = { 'source.fixAll.renewal-rules' }, diagnostics = {} } })
else
  vim.lsp.buf.code_action({ only = { 'source.fixAll.renewal-rules' } })
end
wait('fix', function() return #vim.diagnostic.get(0) == 0 end)

-- The id of the product is renamed.
vim.fn.search('101')
vim.lsp.buf.rename('201')
wait('rename', function() return vim.fn.search('201', 'n') > 0 end)
vim.cmd('write')
vim.fn.writefile({ vim.fn.json_encode(seen) }, out)
vim.cmd('qall!')
