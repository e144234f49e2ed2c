// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The public face needs nothing before it.
#include "engine/library/weightless.h"
