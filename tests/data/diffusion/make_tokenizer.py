#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tokenizer/: a vocabulary of CLIP's kind with a few merges. Run in this folder."""
import json

printed = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
characters = {b: chr(b) for b in printed}
for b in range(256):
    characters.setdefault(b, chr(0x100 + sum(1 for c in range(b) if c not in printed)))
alphabet = [characters[b] for b in printed] + [characters[b] for b in range(256) if b not in printed]
merges = ["c a", "ca t</w>", "a s", "as t", "r o", "ro n", "ast ron", "a u", "au t</w>", "astron aut</w>", "a n", "t h", "th e</w>",
          "a a", "aa a", "' s</w>", "Ã ©</w>", "1 2</w>"]
vocabulary = alphabet + [c + "</w>" for c in alphabet] + [m.replace(" ", "") for m in merges]
vocabulary += ["<|startoftext|>", "<|endoftext|>"]
with open("tokenizer/vocab.json", "w", encoding="utf-8") as file:
    json.dump({token: i for i, token in enumerate(vocabulary)}, file, ensure_ascii=False)
with open("tokenizer/merges.txt", "w", encoding="utf-8") as file:
    file.write("#version: 0.2\n" + "\n".join(merges) + "\n")
with open("tokenizer/tokenizer_config.json", "w", encoding="utf-8") as file:
    json.dump({"model_max_length": 12, "pad_token": "!", "bos_token": {"content": "<|startoftext|>"}}, file)
