"""Training of players that learn: `python -m playmat.train GAME --minutes 20 --out DIR`. Needs PyTorch.

In reading order: `architecture` (the network as a layout makes it), `integer` (its arithmetic in whole numbers), `weights` (its file),
`golden` (data for the tests of the inference); these need NumPy only. With PyTorch: `model`, `stage` (matches side by side), `ppo`,
`league`, `evaluate`, `checkpoint`, `run`.
"""
