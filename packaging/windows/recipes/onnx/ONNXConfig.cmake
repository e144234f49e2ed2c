# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
get_filename_component(prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
add_library(onnx_proto STATIC IMPORTED)
set_target_properties(onnx_proto PROPERTIES IMPORTED_LOCATION ${prefix}/lib/libonnx_proto.a
    INTERFACE_INCLUDE_DIRECTORIES ${prefix}/include INTERFACE_COMPILE_DEFINITIONS "ONNX_NAMESPACE=onnx;ONNX_ML=1"
    INTERFACE_LINK_LIBRARIES protobuf::libprotobuf)
# The schemas of the operators as a table, where their library is not.
set(ONNX_OPERATOR_DOCS ${prefix}/share/onnx/operatordocs.inc)
