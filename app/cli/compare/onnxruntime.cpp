// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/onnxruntime.h"

#include "app/cli/output/text.h"
#include "app/cli/platform/system.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <array>

namespace weightless::cli {

namespace {

constexpr std::array providers {
    OnnxProvider {"cpu", "CPUExecutionProvider", "CPU"},
    OnnxProvider {"cuda", "CUDAExecutionProvider", "CUDA"},
    OnnxProvider {"webgpu", "WebGpuExecutionProvider", "WebGPU"},
    OnnxProvider {"dml", "DmlExecutionProvider", "DirectML"},
    OnnxProvider {"migraphx", "MIGraphXExecutionProvider", "MIGraphX"},
    OnnxProvider {"openvino", "OpenVINOExecutionProvider", "OpenVINO"},
};

// Each takes the model, the provider and, as a third word, "off" for no optimisation, and prints one JSON
// object. The memory is asked of the system when the session stands; what is anonymous of it only Linux says.
// Python's would take the CPU where there is no such provider.
constexpr const char* nodeVersionScript =
    "const o=require('onnxruntime-node');const v=(o.env&&o.env.versions)||{};"
    "console.log(v.node||v.common||'')";
constexpr const char* nodeLoadScript =
    "const o=require('onnxruntime-node');const b=process.memoryUsage().rss;const t=process.hrtime.bigint();"
    "const "
    "g={executionProviders:[process.argv[2]]};if(process.argv[3]==='off')g.graphOptimizationLevel='disabled';"
    "o.InferenceSession.create(process.argv[1],g).then(()=>{const s=Number(process.hrtime.bigint()-t)/1e9;"
    "let "
    "a=0;try{a=/RssAnon:\\s*(\\d+)/.exec(require('fs').readFileSync('/proc/self/status'))[1]*1024}catch(e){}"
    "console.log(JSON.stringify({seconds:s,baseline_bytes:b,peak_bytes:process.resourceUsage().maxRSS*1024,"
    "anonymous_bytes:a}))"
    "}).catch(e=>{console.error(String(e));process.exit(1)})";
constexpr const char* pythonVersionScript = "import onnxruntime;print(onnxruntime.__version__)";
constexpr const char* pythonLoadScript =
    "import json,re,sys,time\n"
    "import onnxruntime as o\n"
    "try:\n"
    " import resource\n"
    " peak=lambda:resource.getrusage(resource.RUSAGE_SELF).ru_maxrss*1024\n"
    "except ImportError:\n"
    " import psutil\n"
    " peak=lambda:psutil.Process().memory_info().peak_wset\n"
    "b=peak();t=time.monotonic()\n"
    "g=o.SessionOptions()\n"
    "if sys.argv[3:]==['off']:\n"
    " g.graph_optimization_level=o.GraphOptimizationLevel.ORT_DISABLE_ALL\n"
    "s=o.InferenceSession(sys.argv[1],g,providers=[sys.argv[2]])\n"
    "t=time.monotonic()-t\n"
    "if s.get_providers()[0]!=sys.argv[2]:\n"
    " sys.exit('it has no '+sys.argv[2]+', only '+', '.join(o.get_available_providers()))\n"
    "try:\n"
    " a=int(re.search(r'RssAnon:\\s*(\\d+)',open('/proc/self/status').read())[1])*1024\n"
    "except OSError:\n"
    " a=0\n"
    "print(json.dumps({'seconds':t,'baseline_bytes':b,'peak_bytes':peak(),'anonymous_bytes':a}))\n";

void checkStop(const std::stop_token& stop)
{
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Comparing was cancelled");
    }
}

std::string firstLine(const std::string& text)
{
    return printable(text.substr(0, text.find_first_of("\r\n")));
}

// Where both say what is wrong; before it stand their warnings.
std::string lastLine(const std::string& text)
{
    const size_t end = text.find_last_not_of("\r\n");
    if (end == std::string::npos) {
        return {};
    }
    const size_t before = text.find_last_of("\r\n", end);
    const size_t begin = before == std::string::npos ? 0 : before + 1;
    return printable(text.substr(begin, end + 1 - begin));
}

std::optional<std::string> versionOf(const std::filesystem::path& interpreter, const char* option,
    const char* script, const std::stop_token& stop)
{
    const std::vector<std::string> words {option, script};
    const ChildResult child = runChild(interpreter, words, stop);
    checkStop(stop);
    if (child.exitCode != 0) {
        return std::nullopt;
    }
    return firstLine(child.output);
}

} // namespace

std::span<const OnnxProvider> onnxProviders()
{
    return providers;
}

std::optional<OnnxRuntime> findOnnxRuntime(const std::stop_token& stop)
{
    if (const auto node = findProgram("node")) {
        if (const auto version = versionOf(*node, "-e", nodeVersionScript, stop)) {
            return OnnxRuntime {
                *node, "ONNX Runtime " + *version + (version->empty() ? "(Node.js)" : " (Node.js)"), true};
        }
    }
    for (const char* name : {"python3", "python"}) {
        if (const auto python = findProgram(name)) {
            if (const auto version = versionOf(*python, "-c", pythonVersionScript, stop)) {
                return OnnxRuntime {*python, "ONNX Runtime " + *version + " (Python)", false};
            }
        }
    }
    return std::nullopt;
}

ComparedLoad loadWithOnnxRuntime(const OnnxRuntime& runtime, const std::filesystem::path& model,
    const OnnxProvider& provider, GraphOptimization optimization, const std::stop_token& stop)
{
    std::vector<std::string> words {runtime.isNode ? "-e" : "-c",
        runtime.isNode ? nodeLoadScript : pythonLoadScript, std::filesystem::absolute(model).string(),
        std::string(runtime.isNode ? provider.name : provider.pythonName)};
    std::string label = runtime.name + ", " + std::string(provider.shownName);
    if (optimization == GraphOptimization::Off) {
        words.emplace_back("off");
        label += ", optimisation off";
    }
    const ChildResult child = runChild(runtime.interpreter, words, stop);
    checkStop(stop);
    if (child.exitCode != 0) {
        throw Error(ErrorKind::Io,
            label + " could not load " + displayPath(model) + ": "
                + (child.errorOutput.empty() ? "exit code " + std::to_string(child.exitCode)
                                             : lastLine(child.errorOutput)));
    }
    const Json figures = parseJson(child.output);
    ComparedLoad load;
    load.label = std::move(label);
    load.isReference = true;
    load.seconds = valueAt(figures, "/seconds", 0.0);
    load.baselineBytes = valueAt(figures, "/baseline_bytes", uint64_t {0});
    load.peakBytes = valueAt(figures, "/peak_bytes", uint64_t {0});
    load.anonymousBytes = valueAt(figures, "/anonymous_bytes", uint64_t {0});
    return load;
}

} // namespace weightless::cli
