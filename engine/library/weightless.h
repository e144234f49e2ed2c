// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The engine's public face: #include <weightless/weightless.h>, or the headers below one by one.

#include "engine/base/error.h" // Error, the only exception type
#include "engine/constants/loaders/externaldatamanager.h" // loaders of one's own
#include "engine/constants/loadingjob.h" // a load, step by step
#include "engine/onnx/reader.h" // readModel()
#include "engine/runtime/context.h" // Context: a device, tensors, dispatch()
#include "engine/runtime/graph.h" // Graph: setConstantData(), load()
#include "engine/runtime/graphbuilder.h" // GraphBuilder: hollow constants, operators, build()
#include "engine/runtime/importer.h" // buildGraph()
#include "engine/runtime/tensor.h" // Tensor
