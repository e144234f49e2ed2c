<?xml version="1.0" encoding="utf-8"?>
<!-- SPDX-FileCopyrightText: 2026 The Weightless developers -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Comparison</name>
    <message>
        <source>%1 in %2 mode</source>
        <translation>%1（%2模式）</translation>
    </message>
    <message>
        <source>To load %1 of weights, %2 mode holds up to %3 of CPU memory beyond them, against %4.</source>
        <translation>为加载 %1 的权重，%2模式在权重之外最多占用 %3 的 CPU 内存；其他为 %4。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two figures</comment>
        <translation>,</translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>as expected</source>
        <translation>与预期一致</translation>
    </message>
    <message>
        <source>another kind of value</source>
        <translation>另一种类型的值</translation>
    </message>
    <message>
        <source>a sequence of %1 instead of %2</source>
        <translation>序列长度为 %1，而不是 %2</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1，而不是 %2</translation>
    </message>
    <message>
        <source>the elements differ</source>
        <translation>元素不同</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ</source>
        <translation>%2 个元素中有 %1 个不同</translation>
    </message>
    <message>
        <source>stored in another way</source>
        <translation>存储方式不同</translation>
    </message>
    <message>
        <source>element %1: </source>
        <translation>元素 %1：</translation>
    </message>
    <message>
        <source>The first at %1: %2 instead of %3</source>
        <translation>第一个在 %1：%2，而不是 %3</translation>
    </message>
    <message>
        <source>Greatest difference: %1</source>
        <translation>最大差异：%1</translation>
    </message>
    <message>
        <source>Relative rms of the differences: %1</source>
        <translation>差异的相对均方根：%1</translation>
    </message>
    <message>
        <source>Cosine similarity: %1</source>
        <translation>余弦相似度：%1</translation>
    </message>
    <message>
        <source>Tolerated: %1 of the expected number, and %2</source>
        <translation>容差：预期数值的 %1，加上 %2</translation>
    </message>
</context>
<context>
    <name>DeviceText</name>
    <message>
        <source>matrix units</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>tiles in shared memory</source>
        <translation>共享内存中的分块</translation>
    </message>
    <message>
        <source>tiles in registers</source>
        <translation>寄存器中的分块</translation>
    </message>
    <message>
        <source>one result per invocation</source>
        <translation>每次调用一个结果</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>不可使用</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动程序</translation>
    </message>
    <message>
        <source>Vulkan</source>
        <translation>Vulkan</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Its memory is the CPU&apos;s</source>
        <translation>其内存即 CPU 内存</translation>
    </message>
    <message>
        <source>Takes pages of files as they are</source>
        <translation>直接使用文件的页</translation>
    </message>
    <message>
        <source>Weights are written</source>
        <translation>权重的写入</translation>
    </message>
    <message>
        <source>by the CPU, where the device reads them</source>
        <translation>由 CPU 写入设备读取之处</translation>
    </message>
    <message>
        <source>by the device, out of the staging ring</source>
        <translation>由设备从暂存环写入</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Lanes of a subgroup</source>
        <translation>子组的通道数</translation>
    </message>
    <message>
        <source>Matrix units for float16</source>
        <translation>float16 矩阵单元</translation>
    </message>
    <message>
        <source>Arithmetic in float16</source>
        <translation>float16 运算</translation>
    </message>
    <message>
        <source>Arithmetic in float64</source>
        <translation>float64 运算</translation>
    </message>
    <message>
        <source>Shared memory of a work group</source>
        <translation>工作组的共享内存</translation>
    </message>
    <message>
        <source>Largest allocation</source>
        <translation>最大分配</translation>
    </message>
    <message>
        <source>Large products are made by</source>
        <translation>大型乘积的计算方式</translation>
    </message>
    <message>
        <source>Those of float16 by</source>
        <translation>float16 乘积的计算方式</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>CPU memory to device, %1 at a time</source>
        <translation>CPU 内存到设备，每次 %1</translation>
    </message>
    <message>
        <source>Device to CPU memory</source>
        <translation>设备到 CPU 内存</translation>
    </message>
    <message>
        <source>Device memory, read and written</source>
        <translation>设备内存读写</translation>
    </message>
    <message>
        <source>One more small step</source>
        <translation>增加一个小步骤</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>Products of %1, kernel %2, %3 squared</source>
        <translation>%1 乘积，内核 %2，%3 见方</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 MFLOP/s</source>
        <translation>%1 MFLOP/s</translation>
    </message>
    <message>
        <source>matrix units, whole work groups at once</source>
        <translation>矩阵单元，整个工作组一起</translation>
    </message>
    <message>
        <source>%1, wrong results: not used</source>
        <translation>%1，结果错误：不使用</translation>
    </message>
    <message>
        <source>Convolutions of float16 by</source>
        <translation>float16 卷积的计算方式</translation>
    </message>
    <message>
        <source>3 × 3 convolutions of %1, kernel %2, %3 channels</source>
        <translation>%1 的 3 × 3 卷积，内核 %2，%3 个通道</translation>
    </message>
    <message>
        <source>failed: not used</source>
        <translation>失败：不使用</translation>
    </message>
    <message>
        <source>Attention of %1, kernel %2, %3 keys</source>
        <translation>%1 注意力，内核 %2，%3 个键</translation>
    </message>
</context>
<context>
    <name>Explanations</name>
    <message>
        <source>The model&apos;s parts as a tree, made of the names of its nodes, with the bytes that each part&apos;s weights take. Choose one to see it in the graph.</source>
        <translation>根据节点名称生成的模型结构树，并显示各部分权重所占的字节数。选中一项即可在图中查看。</translation>
    </message>
    <message>
        <source>What the model computes: each box is an operation or a group of them, each line a tensor. Open a group with a double click. Boxes fill as their weights are loaded.</source>
        <translation>模型所计算的内容：每个方框是一个运算或一组运算，每条线是一个张量。双击可打开一组。随着权重加载，方框会逐渐填满。</translation>
    </message>
    <message>
        <source>Everything known of what is selected, and the operator&apos;s description from the ONNX standard.</source>
        <translation>所选内容的全部已知信息，以及 ONNX 标准中对该算子的说明。</translation>
    </message>
    <message>
        <source>The model&apos;s stored tensors and what each weighs. &lt;b&gt;Hollow&lt;/b&gt;: its place in the graph is known, its bytes have not been loaded. &lt;b&gt;Set&lt;/b&gt;: its bytes are in device memory. &lt;b&gt;Known&lt;/b&gt;: it is so small that it was read with the structure.</source>
        <translation>模型中存储的张量及其大小。&lt;b&gt;空&lt;/b&gt;：它在图中的位置已知，但字节尚未加载。&lt;b&gt;已设置&lt;/b&gt;：字节已在设备内存中。&lt;b&gt;已知&lt;/b&gt;：它很小，已随结构一起读取。</translation>
    </message>
    <message>
        <source>How the weights get into the device: the mode, their order, what that will need, and how far it is.</source>
        <translation>权重如何进入设备：模式、顺序、所需内存以及进度。</translation>
    </message>
    <message>
        <source>Memory over time while weights are loaded and the model runs. &lt;b&gt;Device&lt;/b&gt; is what the model needs wherever it lies; &lt;b&gt;CPU beyond the weights&lt;/b&gt; is what loading costs on top of that: copies, buffers and what the parser keeps.</source>
        <translation>加载权重和运行模型期间的内存变化。&lt;b&gt;设备&lt;/b&gt;是模型所需的内存，无论位于何处；&lt;b&gt;权重之外的 CPU&lt;/b&gt;是加载额外占用的部分：副本、缓冲区以及解析器保留的内容。</translation>
    </message>
    <message>
        <source>A value for every input of the model – random numbers, a file, a picture – and how often to run it.</source>
        <translation>模型每个输入的值（随机数、文件或图片），以及运行次数。</translation>
    </message>
    <message>
        <source>What came out of the last run: values, statistics, pictures where an output is one, and how long each step took.</source>
        <translation>上次运行的结果：数值、统计、可显示为图片的输出，以及每一步的耗时。</translation>
    </message>
    <message>
        <source>What went wrong or was found wrong, and what to do about it.</source>
        <translation>出现或发现的问题，以及解决办法。</translation>
    </message>
    <message>
        <source>What is in the selected tensor: how its values are spread, how many are zero or no numbers, and any slice of it. A weight is read from its file, and nothing else of it; a value between two nodes is computed for the inputs of the last run.</source>
        <translation>所选张量的内容：数值的分布、零和非数值的个数，以及任意切片。权重只从文件中的对应位置读取；两个节点之间的值按上次运行的输入计算。</translation>
    </message>
    <message>
        <source>Nodes that you marked, with your notes. They are kept for each model, and stand on the graph as ribbons.</source>
        <translation>您标记的节点及其备注。它们按模型保存，并在图上以书签带显示。</translation>
    </message>
    <message>
        <source>What loading in the chosen mode will need, of the memory that is free on the device. It is predicted from the structure alone, before a weight is read. The parts are the weights, the activations (the values in between while the model runs), and CPU memory beyond the weights.</source>
        <translation>以所选模式加载所需的内存，以及设备上的空闲内存。在读取任何权重之前，仅根据结构预测。包括权重、激活值（模型运行时的中间值）以及权重之外的 CPU 内存。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Zero-copy&lt;/b&gt;: the file&apos;s own pages become device memory, nothing is copied.&lt;br&gt;&lt;b&gt;Streamed&lt;/b&gt;: weights pass through a small ring of buffers, whatever the model&apos;s size.&lt;br&gt;&lt;b&gt;Conventional&lt;/b&gt;: what frameworks usually do, about three copies in CPU memory; to compare.&lt;br&gt;&lt;b&gt;Automatic&lt;/b&gt;: zero-copy where the device can, otherwise streamed.</source>
        <translation>&lt;b&gt;零拷贝&lt;/b&gt;：文件页直接成为设备内存，不做任何拷贝。&lt;br&gt;&lt;b&gt;流式&lt;/b&gt;：无论模型多大，权重都经由一个小的环形缓冲区。&lt;br&gt;&lt;b&gt;传统&lt;/b&gt;：一般框架的做法，在 CPU 内存中约有三份拷贝；用于比较。&lt;br&gt;&lt;b&gt;自动&lt;/b&gt;：设备支持时用零拷贝，否则用流式。</translation>
    </message>
    <message>
        <source>The Vulkan device whose memory takes the weights, and which runs the model. It can be changed while no weight is loaded.</source>
        <translation>其内存存放权重并运行模型的 Vulkan 设备。未加载权重时可以更换。</translation>
    </message>
    <message>
        <source>What comes next: open a model, load its weights, run it. While something goes on, the same button pauses or stops it.</source>
        <translation>下一步操作：打开模型、加载权重、运行。进行中时，同一按钮用于暂停或停止。</translation>
    </message>
    <message>
        <source>What is hollow loading?</source>
        <translation>什么是“空载入”？</translation>
    </message>
    <message>
        <source>A model is two things: a structure – which operations there are and how they are connected – and weights, the numbers in it. The structure is small; the weights are nearly all of the file. Programs usually read both into CPU memory and copy the weights from there to the graphics device, so that for a while there are two or three copies of them.</source>
        <translation>模型由两部分组成：结构（有哪些运算、如何连接）和权重（其中的数值）。结构很小，文件几乎全是权重。程序通常把两者都读入 CPU 内存，再把权重拷贝到图形设备，因此一段时间内会有两三份拷贝。</translation>
    </message>
    <message>
        <source>Weightless reads the structure alone. The weights are declared without their bytes: they are &lt;i&gt;hollow&lt;/i&gt;. The graph is built and planned, and what it will need is known. Then each weight is &lt;i&gt;set&lt;/i&gt;, one at a time, straight into the device&apos;s memory.</source>
        <translation>Weightless 只读取结构。权重在声明时不带字节，即是&lt;i&gt;空&lt;/i&gt;的。先构建并规划计算图，得知所需内存；然后把权重逐个直接&lt;i&gt;设置&lt;/i&gt;到设备内存中。</translation>
    </message>
    <message>
        <source>Conventional: CPU memory (line) climbs to a multiple of the model before the device (area) has it.</source>
        <translation>传统：在设备（面积）得到数据之前，CPU 内存（线）会增至模型的数倍。</translation>
    </message>
    <message>
        <source>Streamed or zero-copy: only the device&apos;s memory grows, and the model is ready sooner.</source>
        <translation>流式或零拷贝：只有设备内存增长，模型也更早可用。</translation>
    </message>
    <message>
        <source>What the curves mean</source>
        <translation>曲线的含义</translation>
    </message>
    <message>
        <source>Device: weights</source>
        <translation>设备：权重</translation>
    </message>
    <message>
        <source>bytes of weights that are in device memory</source>
        <translation>位于设备内存中的权重字节数</translation>
    </message>
    <message>
        <source>Device: activations</source>
        <translation>设备：激活值</translation>
    </message>
    <message>
        <source>room for the values in between while the model runs</source>
        <translation>模型运行时中间值所用的空间</translation>
    </message>
    <message>
        <source>CPU beyond the weights</source>
        <translation>权重之外的 CPU</translation>
    </message>
    <message>
        <source>Process memory</source>
        <translation>进程内存</translation>
    </message>
    <message>
        <source>all that the system counts for this program; includes the device&apos;s share where it lies in the same memory</source>
        <translation>系统计入本程序的全部内存；若设备部分位于同一内存中，则也包含在内</translation>
    </message>
    <message>
        <source>The modes</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Choose a tensor or a node in Explore and open the Values panel (Alt+0): how the numbers are spread, how many are zero, NaN or infinite, and any slice of them as a table or a heat map. A weight is read from its place in the file, so that this works before anything is loaded; after a run the values between any two nodes can be computed and looked at.</source>
        <translation>在“浏览”中选择张量或节点，打开“数值”面板(Alt+0)：可查看数值的分布，零、NaN 和无穷大的个数，并以表格或热图查看任意切片。权重直接从文件中的位置读取，因此无需先加载；运行之后，可计算并查看任意两个节点之间的值。</translation>
    </message>
    <message>
        <source>Three workspaces</source>
        <translation>三个工作区</translation>
    </message>
    <message>
        <source>&lt;b&gt;Explore&lt;/b&gt; shows what is in a model, &lt;b&gt;Load&lt;/b&gt; puts its weights into the device and draws what that costs, &lt;b&gt;Run&lt;/b&gt; computes its outputs. Panels can be moved, and each workspace remembers how it was left; View &gt; Reset Layout brings the first arrangement back. Press Shift+F1 and click on anything to ask what it is.</source>
        <translation>&lt;b&gt;浏览&lt;/b&gt;显示模型的内容，&lt;b&gt;加载&lt;/b&gt;把权重放入设备并绘出其开销，&lt;b&gt;运行&lt;/b&gt;计算输出。面板可以移动，每个工作区会记住离开时的布局；“视图 &gt; 重置布局”可恢复最初的布局。按 Shift+F1 再点击任意位置，可查看其说明。</translation>
    </message>
    <message>
        <source>what loading costs on top: copies, the staging ring, the parser&apos;s own. On a device that shares its memory with the CPU, the weights themselves are not counted here</source>
        <translation>加载额外花费的内存：拷贝、暂存环、解析器自身的内存。在与 CPU 共享内存的设备上，权重本身不计入此处</translation>
    </message>
</context>
<context>
    <name>FileToSave</name>
    <message>
        <source>&apos;%1&apos; is a name for another kind of file. Choose one that ends in %2.</source>
        <translation>“%1”是另一种文件的名称。请选择以 %2 结尾的名称。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is there already. Do you want to replace it?</source>
        <translation>“%1”已存在。要替换它吗？</translation>
    </message>
    <message>
        <source>%1 files are there already, from &apos;%2&apos; to &apos;%3&apos;. Do you want to replace them?</source>
        <translation>已有 %1 个文件，从“%2”到“%3”。要替换它们吗？</translation>
    </message>
</context>
<context>
    <name>GenerationReportPage</name>
    <message>
        <source>Way</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Device, highest</source>
        <translation>设备，最高</translation>
    </message>
    <message>
        <source>CPU beyond the weights, highest</source>
        <translation>权重之外的 CPU，最高</translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation>时间，秒</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>text (%1)</source>
        <translation>文本 (%1)</translation>
    </message>
    <message>
        <source>steps (%1)</source>
        <translation>步骤 (%1)</translation>
    </message>
    <message>
        <source>decode (%1)</source>
        <translation>解码 (%1)</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>A picture, and what it cost</source>
        <translation>一张图片及其代价</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存变化</translation>
    </message>
    <message>
        <source>Ways of loading</source>
        <translation>加载方式</translation>
    </message>
    <message>
        <source>Phases of the last one</source>
        <translation>最后一种方式的各阶段</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>%1, %2, %3 processors</source>
        <translation>%1，%2，%3 个处理器</translation>
    </message>
    <message>
        <source>Weightless %1</source>
        <translation>Weightless %1</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>Compile, s</source>
        <translation>编译，秒</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>规划 %1</translation>
    </message>
</context>
<context>
    <name>GenerationWays</name>
    <message>
        <source>%1, in turn</source>
        <translation>%1，依次</translation>
    </message>
    <message>
        <source>%1: %2 on the device, %3 on the CPU beyond the weights</source>
        <translation>%1：设备 %2，权重之外的 CPU %3</translation>
    </message>
    <message>
        <source>At its highest – %1</source>
        <translation>最高 – %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a way of loading and the type of the weights</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, weights at most %2</source>
        <translation>%1，权重至多 %2</translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Enter, +, -</source>
        <translation>Enter, +, -</translation>
    </message>
    <message>
        <source>expand and collapse a scope</source>
        <translation>展开和折叠作用域</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>walk along edges and between neighbours; pan with Shift</source>
        <translation>沿边及在相邻项之间移动；按住 Shift 平移</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+↑, Alt+↓</translation>
    </message>
    <message>
        <source>walk through the constants of a node</source>
        <translation>依次浏览节点的常量</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Ctrl++, Ctrl+-, Ctrl+0</source>
        <translation>Ctrl++, Ctrl+-, Ctrl+0</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Wheel, +, -</source>
        <translation>滚轮， +, -</translation>
    </message>
    <message>
        <source>zoom in time</source>
        <translation>缩放时间轴</translation>
    </message>
    <message>
        <source>Drag, Left, Right</source>
        <translation>拖动， ←, →</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>移动时间轴</translation>
    </message>
    <message>
        <source>Double click, Home</source>
        <translation>双击， Home</translation>
    </message>
    <message>
        <source>show everything, live</source>
        <translation>实时显示全部</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Memory chart</source>
        <translation>内存图表</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Weightless</source>
        <translation>关于 Weightless</translation>
    </message>
    <message>
        <source>Opens ONNX models, loads their weights into a Vulkan device without a copy in CPU memory, and runs them.

Free software under the GNU General Public License, version 3 or later. Built with Qt, QCustomPlot, ONNX, Protocol Buffers and Vulkan; set in Inter (SIL Open Font License).</source>
        <translation>打开 ONNX 模型，把权重加载到 Vulkan 设备而不在 CPU 内存中留下副本，并运行模型。

自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。使用 Qt、QCustomPlot、ONNX、Protocol Buffers 和 Vulkan 构建；字体为 Inter（SIL 开放字体许可证）。</translation>
    </message>
    <message>
        <source>Left, Right, End</source>
        <translation>左、右、End</translation>
    </message>
    <message>
        <source>go from one step to the next, and to the last</source>
        <translation>转到下一步，或最后一步</translation>
    </message>
    <message>
        <source>Drag, Shift+Left, Shift+Right</source>
        <translation>拖动、Shift+左、Shift+右</translation>
    </message>
    <message>
        <source>show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Timeline of a run</source>
        <translation>运行的时间线</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>show the beginning</source>
        <translation>显示开头</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
</context>
<context>
    <name>InputKind</name>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>全 0</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>全 1</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>file (.npy, .pb)</source>
        <translation>文件 (.npy, .pb)</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>image, 0 … 1</source>
        <translation>图片,0 … 1</translation>
    </message>
    <message>
        <source>image, −1 … 1</source>
        <translation>图片，−1 … 1</translation>
    </message>
    <message>
        <source>image, 0 … 255</source>
        <translation>图片,0 … 255</translation>
    </message>
    <message>
        <source>image, as ImageNet</source>
        <translation>图片，同 ImageNet</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>LaunchParser</name>
    <message>
        <source>The ONNX model to open: a file, a folder of models, or an http:// or https:// address.</source>
        <translation>要打开的 ONNX 模型：文件、模型文件夹，或 http:// 或 https:// 地址。</translation>
    </message>
    <message>
        <source>unknown mode &apos;%1&apos;: auto, zero-copy, streamed or conventional</source>
        <translation>未知模式“%1”：应为 auto、zero-copy、streamed 或 conventional</translation>
    </message>
    <message>
        <source>--image-range expects zero-one, minus-one-one, bytes or imagenet</source>
        <translation>--image-range 应为 zero-one、minus-one-one、bytes 或 imagenet</translation>
    </message>
    <message>
        <source>--input expects NAME=FILE, not &apos;%1&apos;</source>
        <translation>--input 应为 NAME=FILE，而不是“%1”</translation>
    </message>
    <message>
        <source>--appearance expects system, light, dark or high-contrast</source>
        <translation>--appearance 应为 system、light、dark 或 high-contrast</translation>
    </message>
    <message>
        <source>--workspace expects explore, load, run or profile</source>
        <translation>--workspace 应为 explore、load、run 或 profile</translation>
    </message>
    <message>
        <source>--size expects WIDTHxHEIGHT</source>
        <translation>--size 应为 WIDTHxHEIGHT</translation>
    </message>
    <message>
        <source>one model at most, not %1</source>
        <translation>最多一个模型，而不是 %1 个</translation>
    </message>
    <message>
        <source>--device expects a number, not &apos;%1&apos;</source>
        <translation>--device 应为数字，而不是“%1”</translation>
    </message>
    <message>
        <source>--load, --run and --export-graph need a MODEL</source>
        <translation>--load、--run 和 --export-graph 需要 MODEL</translation>
    </message>
    <message>
        <source>Opens an ONNX model, shows what every tensor weighs, loads it into a Vulkan device without a copy in CPU memory, and runs it.</source>
        <translation>打开 ONNX 模型，显示每个张量的大小，将其加载到 Vulkan 设备而不在 CPU 内存中留下副本，并运行。</translation>
    </message>
    <message>
        <source>Use device N of the list; the best one by default.</source>
        <translation>使用列表中的第 N 个设备；默认为最佳设备。</translation>
    </message>
    <message>
        <source>Load mode: auto, zero-copy, streamed or conventional. Several, separated by commas, are loaded in turn.</source>
        <translation>加载模式：auto、zero-copy、streamed 或 conventional。以逗号分隔多个模式时依次加载。</translation>
    </message>
    <message>
        <source>Fix a free dimension. May be given again.</source>
        <translation>固定一个可变维度。可重复指定。</translation>
    </message>
    <message>
        <source>Load once the model is open.</source>
        <translation>模型打开后即加载。</translation>
    </message>
    <message>
        <source>Give an input of the run a picture, or a tensor as .npy or .pb. May be given again.</source>
        <translation>为运行的输入指定图片，或 .npy、.pb 张量。可重复指定。</translation>
    </message>
    <message>
        <source>What a picture&apos;s pixels become: zero-one (default), minus-one-one, bytes or imagenet.</source>
        <translation>图片像素的取值：zero-one（默认）、minus-one-one、bytes 或 imagenet。</translation>
    </message>
    <message>
        <source>Quit after the last step: 0 when every step worked, 1 when not.</source>
        <translation>最后一步之后退出：全部成功返回 0，否则返回 1。</translation>
    </message>
    <message>
        <source>Colours: system, light, dark or high-contrast.</source>
        <translation>配色：system、light、dark 或 high-contrast。</translation>
    </message>
    <message>
        <source>Show this workspace after the last step: explore, load, run, or profile for the run&apos;s times.</source>
        <translation>最后一步之后显示的工作区：explore、load、run，或显示运行耗时的 profile。</translation>
    </message>
    <message>
        <source>Size of the window in pixels.</source>
        <translation>窗口大小（像素）。</translation>
    </message>
    <message>
        <source>--device-budget expects bytes (500M, 1.5G) or a percentage (25%), not &apos;%1&apos;</source>
        <translation>--device-budget 需要字节数 (500M, 1.5G) 或百分比 (25%)，而不是 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>Device memory that copied weights may take: bytes (K, M, G) or a percentage of what they need, as 25%. The others come while the model runs. Of a folder bytes alone, which its parts share.</source>
        <translation>复制的权重可占用的设备内存：字节数 (K, M, G)，或所需量的百分比，如 25%。其余的在模型运行时载入。对文件夹只能用字节数，由其各部分共享。</translation>
    </message>
    <message>
        <source>Save the graph as .svg, .pdf, .png, .dot, .gv or .json after the last step.</source>
        <translation>在最后一步之后将图保存为 .svg、.pdf、.png、.dot、.gv 或 .json。</translation>
    </message>
    <message>
        <source>--weights-type expects fp16, bf16 or fp32, not &apos;%1&apos;</source>
        <translation>--weights-type 应为 fp16、bf16 或 fp32，而不是“%1”</translation>
    </message>
    <message>
        <source>Load float weights as fp16, bf16 or fp32, whatever the model stores, and compute with that type.</source>
        <translation>无论模型如何存储，都以 fp16、bf16 或 fp32 加载浮点权重，并以该类型计算。</translation>
    </message>
    <message>
        <source>--dim expects NAME=VALUE with a value of 0 or more, not &apos;%1&apos;</source>
        <translation>--dim 应为 NAME=VALUE，且值不小于 0，而不是“%1”</translation>
    </message>
    <message>
        <source>Dispatch once it is loaded (implies --load), with the inputs that are remembered for the model, or random ones, where none are given. With --quit, --screenshot or --export-graph nothing that is remembered is used.</source>
        <translation>加载完成后即运行（包含 --load）；未给出的输入使用为该模型记住的输入，否则为随机数。使用 --quit、--screenshot 或 --export-graph 时不使用任何记住的内容。</translation>
    </message>
    <message>
        <source>Save a picture of the window after the last step, in the format of the name&apos;s ending: .png, .jpg, .bmp or .webp where Qt has it.</source>
        <translation>在最后一步之后保存窗口的图片，格式由文件扩展名决定：.png、.jpg、.bmp，或 Qt 支持时的 .webp。</translation>
    </message>
</context>
<context>
    <name>LoadText</name>
    <message>
        <source>discrete</source>
        <translation>独立显卡</translation>
    </message>
    <message>
        <source>integrated</source>
        <translation>集成显卡</translation>
    </message>
    <message>
        <source>virtual</source>
        <translation>虚拟</translation>
    </message>
    <message>
        <source>software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source> – unusable: %1</source>
        <translation> – 不可用：%1</translation>
    </message>
    <message>
        <source>%1
%2 %3, Vulkan %4
%5 of memory</source>
        <translation>%1
%2 %3，Vulkan %4
内存 %5</translation>
    </message>
    <message>
        <source>, shared with the CPU</source>
        <translation>，与 CPU 共享</translation>
    </message>
    <message>
        <source>Open a model to begin.</source>
        <translation>打开一个模型以开始。</translation>
    </message>
    <message>
        <source>Reading the structure of the model…</source>
        <translation>正在读取模型结构…</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在规划…</translation>
    </message>
    <message>
        <source>No Vulkan device: the model can be inspected, not loaded. %1</source>
        <translation>没有 Vulkan 设备：可以查看模型，但不能加载。%1</translation>
    </message>
    <message>
        <source>The model could not be planned, see Problems. It can be inspected.</source>
        <translation>无法规划该模型，请参阅“问题”。仍可查看模型。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) to load.</source>
        <translation>
            <numerusform>%Ln 个权重待加载。</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading (%1)…</source>
        <translation>正在加载 (%1)…</translation>
    </message>
    <message>
        <source>Paused. Weights that are loaded stay loaded.</source>
        <translation>已暂停。已加载的权重保持加载。</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>正在卸载…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. Put the data in place and choose File &gt; Reload from Disk. The first: %1</source>
        <translation>
            <numerusform>%Ln 个常量没有可供设置的字节。请把数据放到位，然后选择“文件 &gt; 从磁盘重新加载”。第一个：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Known once the model is planned.</source>
        <translation>模型规划后可知。</translation>
    </message>
    <message>
        <source>Pages of the file bound in place</source>
        <translation>原位绑定的文件页</translation>
    </message>
    <message>
        <source>Device, activations</source>
        <translation>设备，激活值</translation>
    </message>
    <message>
        <source>Device, activations, at least</source>
        <translation>设备，激活值，至少</translation>
    </message>
    <message>
        <source>CPU beyond the weights, at most</source>
        <translation>权重之外的 CPU，最多</translation>
    </message>
    <message>
        <source>Free on the device</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>Does not fit: activations alone need more than is free, most of it in %1: choose smaller free dimensions or another device</source>
        <translation>放不下：仅激活值就超过空闲内存，最多的在 %1：请选择更小的可变维度或其他设备</translation>
    </message>
    <message>
        <source>Does not fit: choose another device or mode, or smaller free dimensions</source>
        <translation>放不下：请选择其他设备或模式，或更小的可变维度</translation>
    </message>
    <message>
        <source>✓ fits</source>
        <translation>✓ 放得下</translation>
    </message>
    <message>
        <source>✓ fits as far as is known: the sizes of some values show only in a run</source>
        <translation>✓ 就目前所知放得下：部分值的大小在运行时才能确定</translation>
    </message>
    <message>
        <source>%1 of %2 constants, %3 of %4</source>
        <translation>常量 %1 / %2，%3 / %4</translation>
    </message>
    <message>
        <source>, %1/s</source>
        <translation>,%1/秒</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 (%2) after %3; CPU beyond the weights at most %4</source>
        <translation>%1 (%2),%3；权重之外的 CPU 最多 %4</translation>
    </message>
    <message>
        <source>; by path: %1</source>
        <translation>；按路径：%1</translation>
    </message>
    <message>
        <source>; %1 copied because the driver refused to bind it in place</source>
        <translation>;%1 因驱动程序拒绝原位绑定而被拷贝</translation>
    </message>
    <message>
        <source>; %1 of it over %2</source>
        <translation>；其中 %1 经由 %2</translation>
    </message>
    <message>
        <source>%1: all weights stay</source>
        <translation>%1：所有权重均保留</translation>
    </message>
    <message>
        <source>%1: %2 stay, %3 come while it runs</source>
        <translation>%1：%2 保留，%3 在运行时载入</translation>
    </message>
    <message>
        <source>A run takes about %1</source>
        <translation>一次运行约需 %1</translation>
    </message>
    <message>
        <source>Weights that come in each run</source>
        <translation>每次运行时载入的权重</translation>
    </message>
    <message>
        <source>; %1 come while it runs</source>
        <translation>；%1 在运行时载入</translation>
    </message>
    <message>
        <source>
What branches and loops take comes on top.</source>
        <translation>
分支和循环所需的时间另计。</translation>
    </message>
    <message>
        <source>The model has no weights to load.</source>
        <translation>该模型没有要加载的权重。</translation>
    </message>
    <message>
        <source>Every weight is loaded.</source>
        <translation>所有权重均已加载。</translation>
    </message>
    <message>
        <source>Loaded; the other weights come while the model runs.</source>
        <translation>已加载；其余权重在模型运行时加载。</translation>
    </message>
    <message>
        <source>Not known, as the model could not be planned: Problems tells why.</source>
        <translation>未知，因为模型无法规划：原因见“问题”。</translation>
    </message>
    <message>
        <source>All weights were read when the model was opened.</source>
        <translation>所有权重在打开模型时已读取。</translation>
    </message>
    <message>
        <source>The last run took %1</source>
        <translation>上次运行用时 %1</translation>
    </message>
    <message>
        <source>Loaded; with the weights that come meanwhile a run took %1.</source>
        <translation>已加载；连同期间到来的权重，一次运行用时 %1。</translation>
    </message>
    <message>
        <source>Device, copied weights</source>
        <translation>设备，复制的权重</translation>
    </message>
    <message>
        <source>%1 of %2 constants stay (%3 of %4)</source>
        <translation>%2 个常量中有 %1 个常驻（%4 中的 %3）</translation>
    </message>
    <message numerus="yes">
        <source>; %Ln constant(s) come with each run</source>
        <translation>
            <numerusform>；%Ln 个随每次运行加载</numerusform>
        </translation>
    </message>
    <message>
        <source>A run takes about %1, a guess until it is measured</source>
        <translation>一次运行约需 %1（测量之前为估计值）</translation>
    </message>
</context>
<context>
    <name>ModeText</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>zero-copy</source>
        <translation>零拷贝</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>流式</translation>
    </message>
    <message>
        <source>conventional</source>
        <translation>传统</translation>
    </message>
    <message>
        <source>Zero-copy where the device can use the file&apos;s own pages, otherwise streamed.</source>
        <translation>设备能直接使用文件页时用零拷贝，否则用流式。</translation>
    </message>
    <message>
        <source>The file&apos;s own pages become device memory. What cannot be imported is streamed.</source>
        <translation>文件页直接成为设备内存。无法导入的部分以流式加载。</translation>
    </message>
    <message>
        <source>Readers fill a small ring of slices, or device memory itself.</source>
        <translation>读取线程填充一个小的切片环，或直接填充设备内存。</translation>
    </message>
    <message>
        <source>What frameworks do: every weight is copied three times in CPU memory. Only to show the difference.</source>
        <translation>框架的做法：每个权重在 CPU 内存中拷贝三次。仅用于显示差别。</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直接</translation>
    </message>
    <message>
        <source>staged</source>
        <translation>暂存</translation>
    </message>
    <message>
        <source>converted</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>as they lie in the file</source>
        <translation>按文件中的顺序</translation>
    </message>
    <message>
        <source>the largest first</source>
        <translation>从大到小</translation>
    </message>
    <message>
        <source>as a run needs them</source>
        <translation>按运行需要的顺序</translation>
    </message>
    <message>
        <source>setting constants</source>
        <translation>设置常量</translation>
    </message>
    <message>
        <source>parsing the model</source>
        <translation>解析模型</translation>
    </message>
    <message>
        <source>copying into the builder</source>
        <translation>拷贝到构建器</translation>
    </message>
    <message>
        <source>copying into staging</source>
        <translation>拷贝到暂存区</translation>
    </message>
    <message>
        <source>uploading</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>giving copies back</source>
        <translation>释放副本</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备</translation>
    </message>
</context>
<context>
    <name>PipelineNoteText</name>
    <message>
        <source>The folder has no scheduler_config.json: noise is taken as Stable Diffusion 1.5&apos;s.</source>
        <translation>文件夹中没有 scheduler_config.json：噪声按 Stable Diffusion 1.5 处理。</translation>
    </message>
    <message>
        <source>There is no scheduler %1 here, which the folder asks for: %2 takes its place unless another one is chosen, with the noise that the model was trained with.</source>
        <translation>此处没有文件夹要求的调度器 %1：除非另选其他调度器，否则由 %2 代替，并使用训练该模型时的噪声。</translation>
    </message>
    <message>
        <source>This is the demo: its weights are random numbers, so its pictures are noise.</source>
        <translation>这是演示模型：权重是随机数，因此图片只是噪声。</translation>
    </message>
    <message>
        <source>The scheduler&apos;s timesteps are &apos;trailing&apos;, as those of models that were distilled to a few steps, which this one&apos;s name does not tell: if it was, take 1 to 8 steps and guidance 1.</source>
        <translation>调度器的时间步为“trailing”，与蒸馏到少数步的模型相同，但从该模型的名称无法判断。若确为蒸馏模型，请将步数设为 1 到 8，引导系数设为 1。</translation>
    </message>
</context>
<context>
    <name>PrimaryAction</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Put every weight into the device&apos;s memory, one at a time</source>
        <translation>把所有权重逐个放入设备内存</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Weights that are loaded stay loaded</source>
        <translation>已加载的权重保持加载</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Load the other weights</source>
        <translation>加载其余权重</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Compute the outputs from the chosen inputs</source>
        <translation>根据所选输入计算输出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>ProblemGroups</name>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. The first: %1</source>
        <translation>
            <numerusform>%Ln 个常量没有可供设置的字节。第一个：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) of one kind. The first: %1</source>
        <translation>
            <numerusform>%Ln 个同类问题。第一个：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及其他 %2 个</translation>
    </message>
    <message>
        <source>Weights have values beyond %1, which became its largest number: %2 of them, in %3</source>
        <translation>权重中有超出 %1 范围的值，已变为其最大的数：共 %2 个，位于 %3</translation>
    </message>
    <message>
        <source>Load the weights as they are stored, or as bf16, if the results matter.</source>
        <translation>如果结果重要，请按存储的类型或以 bf16 加载权重。</translation>
    </message>
    <message>
        <source>Weights have values beyond %1, which become its largest number where they meet values of that type: %2 of them, in %3</source>
        <translation>权重中有超出 %1 范围的值，与该类型的值一起计算时会变为其最大数：%2 个，位于 %3</translation>
    </message>
</context>
<context>
    <name>ProblemText</name>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Demo model</source>
        <translation>演示模型</translation>
    </message>
    <message>
        <source>Check that the file and its external data are there and readable.</source>
        <translation>请检查文件及其外部数据是否存在且可读。</translation>
    </message>
    <message>
        <source>Check the folder, its permissions and the free space, or choose another.</source>
        <translation>请检查文件夹、其权限和剩余空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Check that the file is there and readable.</source>
        <translation>请检查文件是否存在且可读。</translation>
    </message>
    <message>
        <source>Change the free dimensions on the Load page. The model can be inspected.</source>
        <translation>请在“加载”页更改可变维度。仍可查看模型。</translation>
    </message>
    <message>
        <source>Change the sources of the inputs, or the free dimensions of this run, on the Run page.</source>
        <translation>请在“运行”页更改输入的来源，或本次运行的可变维度。</translation>
    </message>
    <message>
        <source>Close other programs that use the device, unload the model, or choose smaller free dimensions or another device.</source>
        <translation>请关闭使用该设备的其他程序、卸载模型，或选择更小的可变维度或其他设备。</translation>
    </message>
    <message>
        <source>The device stopped answering. Plan the model again; if it happens again, restart the program or update the driver.</source>
        <translation>设备停止响应。请重新规划模型；若再次发生，请重启程序或更新驱动程序。</translation>
    </message>
    <message>
        <source>Load the model first.</source>
        <translation>请先加载模型。</translation>
    </message>
    <message>
        <source>This is a mistake in the program. Please report it with this text.</source>
        <translation>这是程序的错误。请附上此文本报告。</translation>
    </message>
    <message>
        <source>Check the address and the network, then open it again.</source>
        <translation>请检查地址和网络，然后重新打开。</translation>
    </message>
    <message>
        <source>Picture from words</source>
        <translation>文字生成图片</translation>
    </message>
    <message>
        <source>Check that the models are there and readable, then open their folder again.</source>
        <translation>请确认模型存在且可读，然后重新打开其文件夹。</translation>
    </message>
    <message>
        <source>Change what the picture is made with, and make it again.</source>
        <translation>请更改生成图片的设置，然后重新生成。</translation>
    </message>
    <message>
        <source>Close other programs that use the device, choose a smaller picture, or load one part after the other.</source>
        <translation>请关闭其他使用该设备的程序，选择较小的图片，或逐个加载各部分。</translation>
    </message>
    <message>
        <source>The device stopped answering. Open the folder again; if it happens again, restart the program or update the driver.</source>
        <translation>设备停止响应。请重新打开文件夹；如果再次发生，请重新启动程序或更新驱动程序。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择其他名称。</translation>
    </message>
    <message>
        <source>The model can be inspected, but not loaded and run on this device as it is. If something is too large, choose smaller free dimensions on the Load page.</source>
        <translation>可以查看该模型，但不能照原样在此设备上加载和运行。如果有内容过大，请在加载页面选择更小的可变维度。</translation>
    </message>
    <message>
        <source>Choose smaller sizes for this run, or another device.</source>
        <translation>请为本次运行选择较小的尺寸，或选择其他设备。</translation>
    </message>
    <message>
        <source>What is wrong is in the file: export the model again. As it is, it can be inspected.</source>
        <translation>错误在文件中：请重新导出模型。按现状仍可查看。</translation>
    </message>
    <message>
        <source>Choose an ONNX model; if this file is one, export it again.</source>
        <translation>请选择 ONNX 模型；如果此文件就是，请重新导出。</translation>
    </message>
    <message>
        <source>The inputs of the run that is shown are gone: those of a run that did not end took their place. Run the model again to see this value.</source>
        <translation>所显示运行的输入已不在：被一次未完成的运行的输入取代。要查看此值，请再次运行模型。</translation>
    </message>
    <message>
        <source>Start the server or the network again, then go on. If the model was changed there, open it again.</source>
        <translation>请重新启动服务器或网络，然后继续。如果服务器上的模型已更改，请重新打开。</translation>
    </message>
    <message>
        <source>Choose “as they are stored” under Weights on the Load page: the model may be possible with the type of numbers that it has.</source>
        <translation>请在“加载”页的“权重”中选择“按存储的类型”：使用模型自身的数值类型也许可行。</translation>
    </message>
    <message>
        <source>Restore the file, or open the model again if it was changed, then start the load again: it goes on from what is still loaded.</source>
        <translation>请恢复该文件，若已更改则重新打开模型，然后再次开始加载：会从仍已加载的部分继续。</translation>
    </message>
    <message>
        <source>Everything but loading and running works without one.</source>
        <translation>没有它，除加载和运行外的一切功能都可用。</translation>
    </message>
    <message>
        <source>Choose another device. The model can be inspected.</source>
        <translation>请选择其他设备。模型仍可查看。</translation>
    </message>
</context>
<context>
    <name>ProjectText</name>
    <message>
        <source>text encoder</source>
        <translation>文本编码器</translation>
    </message>
    <message>
        <source>denoiser</source>
        <translation>去噪器</translation>
    </message>
    <message>
        <source>VAE decoder</source>
        <translation>VAE 解码器</translation>
    </message>
    <message>
        <source>VAE encoder</source>
        <translation>VAE 编码器</translation>
    </message>
    <message>
        <source>safety checker</source>
        <translation>安全检查器</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Diffusers export</source>
        <translation>Diffusers 导出</translation>
    </message>
    <message>
        <source>Diffusion models side by side</source>
        <translation>并列的扩散模型</translation>
    </message>
    <message>
        <source>Models in one folder</source>
        <translation>同一文件夹中的模型</translation>
    </message>
</context>
<context>
    <name>PropertiesRows</name>
    <message numerus="yes">
        <source>… %Ln more</source>
        <translation>
            <numerusform>… 另有 %Ln 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PropertiesText</name>
    <message>
        <source>(omitted)</source>
        <translation>（省略）</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message numerus="yes">
        <source>%Ln, %1</source>
        <translation>
            <numerusform>%Ln,%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source> ⚠ cannot be run by this build</source>
        <translation> ⚠ 此版本无法运行</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生成工具</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>IR %1, opset %2</source>
        <translation>IR %1，opset %2</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Opened in</source>
        <translation>打开用时</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>可变维度</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>图输入</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>图输出</translation>
    </message>
    <message>
        <source>Type and shape</source>
        <translation>类型和形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>无节点</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>ONNX says (since opset %1):</source>
        <translation>ONNX 说明（自 opset %1）:</translation>
    </message>
    <message>
        <source>Largest constants</source>
        <translation>最大的常量</translation>
    </message>
    <message>
        <source>Arithmetic with shapes</source>
        <translation>形状计算</translation>
    </message>
    <message>
        <source>Nodes that compute nothing but shapes, in one box. Expand it to see them.</source>
        <translation>只计算形状的节点，合在一个框中。展开即可查看。</translation>
    </message>
    <message>
        <source>Group of the graph</source>
        <translation>图的分组</translation>
    </message>
    <message>
        <source>%1, %2, of which %3 are missing</source>
        <translation>%1，%2，其中缺少 %3</translation>
    </message>
    <message>
        <source>known</source>
        <translation>已知</translation>
    </message>
</context>
<context>
    <name>ReloadQuestion</name>
    <message>
        <source>Reload %1, stop its load and give up the weights that are loaded?</source>
        <translation>重新加载 %1，停止加载并放弃已加载的权重？</translation>
    </message>
    <message>
        <source>Reload %1, stop its run and give up its loaded weights and results?</source>
        <translation>重新加载 %1，停止运行并放弃已加载的权重和结果？</translation>
    </message>
    <message>
        <source>Reload %1, and give up its loaded weights and the results of the last run?</source>
        <translation>重新加载 %1，并放弃已加载的权重和上次运行的结果？</translation>
    </message>
    <message>
        <source>Reload %1, and give up the results of the last run?</source>
        <translation>重新加载 %1，并放弃上次运行的结果？</translation>
    </message>
    <message>
        <source>Reload %1, and give up its loaded weights?</source>
        <translation>重新加载 %1，并放弃已加载的权重？</translation>
    </message>
    <message>
        <source>Reload from Disk</source>
        <translation>从磁盘重新加载</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>No file of the model has changed since it was read.</source>
        <translation>自读取以来，模型的任何文件都没有变化。</translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message>
        <source>Compiling kernels, %1 of %2…</source>
        <translation>正在编译内核 %1 / %2…</translation>
    </message>
    <message>
        <source>Run %1 of %2…</source>
        <translation>运行 %1 / %2…</translation>
    </message>
    <message>
        <source>%1 (for %2 s)</source>
        <translation>%1（已 %2 秒）</translation>
    </message>
</context>
<context>
    <name>TensorState</name>
    <message>
        <source>○ hollow</source>
        <translation>○ 空</translation>
    </message>
    <message>
        <source>● set</source>
        <translation>● 已设置</translation>
    </message>
    <message>
        <source>● known</source>
        <translation>● 已知</translation>
    </message>
    <message>
        <source>– not needed</source>
        <translation>– 不需要</translation>
    </message>
    <message>
        <source>⚠ no bytes</source>
        <translation>⚠ 无字节</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>无处</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1（缺失）</translation>
    </message>
    <message>
        <source>◐ with runs</source>
        <translation>◐ 随运行</translation>
    </message>
</context>
<context>
    <name>ValueText</name>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零的个数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>sequence of %1</source>
        <translation>%1 个元素的序列</translation>
    </message>
    <message>
        <source>map of %1</source>
        <translation>%1 个元素的映射</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;Folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Open &amp;URL…</source>
        <translation>打开 URL(&amp;U)…</translation>
    </message>
    <message>
        <source>Ca&amp;ncel Opening</source>
        <translation>取消打开(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close Model</source>
        <translation>关闭模型(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Save a Cop&amp;y…</source>
        <translation>保存副本(&amp;Y)…</translation>
    </message>
    <message>
        <source>E&amp;xtract Tensor…</source>
        <translation>提取张量(&amp;X)…</translation>
    </message>
    <message>
        <source>Save &amp;Tensors as CSV…</source>
        <translation>将张量保存为 CSV(&amp;T)…</translation>
    </message>
    <message>
        <source>Save &amp;Graph as Picture…</source>
        <translation>将图保存为图片(&amp;G)…</translation>
    </message>
    <message>
        <source>Save &amp;Memory Chart…</source>
        <translation>保存内存图表(&amp;M)…</translation>
    </message>
    <message>
        <source>Save Memory &amp;Samples as CSV…</source>
        <translation>将内存采样保存为 CSV(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Book&amp;mark the Selected Node</source>
        <translation>为所选节点加书签(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Find in the Graph</source>
        <translation>在图中查找(&amp;F)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Expand All Scopes</source>
        <translation>展开所有作用域(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Collapse All Scopes</source>
        <translation>折叠所有作用域(&amp;C)</translation>
    </message>
    <message>
        <source>Like the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;High Contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Load the Weights</source>
        <translation>加载权重(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel Loading</source>
        <translation>取消加载(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Unload the Weights</source>
        <translation>卸载权重(&amp;U)</translation>
    </message>
    <message>
        <source>Co&amp;mpare Modes…</source>
        <translation>比较模式(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;What&apos;s This?</source>
        <translation>这是什么？(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Weightless</source>
        <translation>关于 Weightless(&amp;A)</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Go To</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>加载(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Other Architectures</source>
        <translation>其他架构(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Demo</source>
        <translation>演示(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Find &amp;Duplicate Weights…</source>
        <translation>查找重复的权重(&amp;D)…</translation>
    </message>
    <message>
        <source>Predict A&amp;gain</source>
        <translation>重新预测(&amp;G)</translation>
    </message>
    <message>
        <source>Memory o&amp;f a Run…</source>
        <translation>运行所需内存(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Devices…</source>
        <translation>设备(&amp;D)…</translation>
    </message>
    <message>
        <source>Re&amp;load from Disk</source>
        <translation>从磁盘重新加载(&amp;L)</translation>
    </message>
    <message>
        <source>Compare &amp;with Another Model…</source>
        <translation>与其他模型比较(&amp;W)…</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Fi&amp;t Graph</source>
        <translation>适应窗口(&amp;T)</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>全览图(&amp;V)</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>颜色(&amp;L)</translation>
    </message>
</context>
<context>
    <name>WindowPages</name>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ArenaDialog</name>
    <message>
        <source>Memory of a Run</source>
        <translation>运行所需内存</translation>
    </message>
    <message>
        <source>Marked step</source>
        <translation>标记的步骤</translation>
    </message>
    <message>
        <source>Activations by step and address</source>
        <translation>按步骤和地址显示的激活值</translation>
    </message>
    <message>
        <source>What is held during the marked step</source>
        <translation>标记步骤期间占用的内容</translation>
    </message>
    <message>
        <source>Go to the &amp;Peak</source>
        <translation>转到峰值(&amp;P)</translation>
    </message>
    <message>
        <source>Show the &amp;Node</source>
        <translation>显示节点(&amp;N)</translation>
    </message>
    <message>
        <source>Nothing of this model is held on the device while it runs.</source>
        <translation>此模型运行时不占用设备内存。</translation>
    </message>
    <message>
        <source>Most is held in step %1 of %2, %3 (%4): %5 of activations, in an arena of %6.</source>
        <translation>占用最多的是第 %1 步(共 %2 步)%3 (%4)：激活值 %5，内存池 %6。</translation>
    </message>
    <message>
        <source>Result of</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Made in step</source>
        <translation>产生于步骤</translation>
    </message>
    <message>
        <source>Last used in step</source>
        <translation>最后使用于步骤</translation>
    </message>
    <message>
        <source>Step %1, %2 (%3): %4 in use</source>
        <translation>步骤 %1，%2 (%3)：占用 %4</translation>
    </message>
    <message>
        <source>Memory of a run</source>
        <translation>一次运行的内存</translation>
    </message>
    <message>
        <source>Step by Step</source>
        <translation>逐步</translation>
    </message>
    <message>
        <source>Other Sizes</source>
        <translation>其他大小</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BatchBar</name>
    <message>
        <source> of %1</source>
        <comment>follows the number of an element</comment>
        <translation> / %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BookmarkModel</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BookmarksPage</name>
    <message>
        <source>Select a node in the graph and press Ctrl+D to come back to it later, with a note.</source>
        <translation>在图中选择一个节点并按 Ctrl+D，以便日后返回，还可以写备注。</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Remove the Bookmark</source>
        <translation>移除书签</translation>
    </message>
    <message>
        <source>Bookmark the Selected Node</source>
        <translation>为所选节点加书签</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BudgetField</name>
    <message>
        <source>Weights that do not fit are brought while a model runs. Where the device uses the file&apos;s own pages, as zero-copy does, there is nothing to limit.</source>
        <translation>放不下的权重在模型运行时载入。若设备直接使用文件的页面（如零拷贝），则没有可限制的内容。</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Device memory for weights</source>
        <translation>用于权重的设备内存</translation>
    </message>
    <message>
        <source>Limi&amp;t device memory for weights</source>
        <translation>限制用于权重的设备内存(&amp;T)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BudgetPanel</name>
    <message>
        <source>&amp;Measure a Run</source>
        <translation>测量一次运行(&amp;M)</translation>
    </message>
    <message>
        <source>Device memory for weights</source>
        <translation>用于权重的设备内存</translation>
    </message>
    <message>
        <source>What the limit costs</source>
        <translation>限制的代价</translation>
    </message>
    <message>
        <source>Runs the model on no content, before any weight is loaded, so that the time of a run is known for every limit</source>
        <translation>在加载任何权重之前空跑一次模型，从而得知各种限制下的运行时间</translation>
    </message>
    <message>
        <source>Measuring a run…</source>
        <translation>正在测量一次运行…</translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>Nothing to limit: a conventional load brings all weights at once.</source>
        <translation>没有可限制的内容：传统加载一次带入所有权重。</translation>
    </message>
    <message>
        <source>Device memory for weights, in MiB</source>
        <translation>用于权重的设备内存（MiB）</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>&amp;Stop Measuring</source>
        <translation>停止测量(&amp;S)</translation>
    </message>
    <message>
        <source>Nothing to limit: the model has no weights to be loaded.</source>
        <translation>无可限制：模型没有需要加载的权重。</translation>
    </message>
    <message>
        <source>Nothing to limit: in this mode the device uses the file&apos;s own pages.</source>
        <translation>无可限制：在此模式下设备直接使用文件自身的页面。</translation>
    </message>
    <message>
        <source>Nothing to limit: other graphs on this device share a limit.</source>
        <translation>无可限制：此设备上的其他图共用一个限制。</translation>
    </message>
    <message>
        <source>Nothing to limit: one step needs all weights at once.</source>
        <translation>无可限制：有一个步骤同时需要全部权重。</translation>
    </message>
    <message>
        <source>What limits cost could not be predicted, and Problems says why: a load takes the memory that it needs.</source>
        <translation>无法预测限制的代价，原因见“问题”：加载会占用所需的全部内存。</translation>
    </message>
    <message>
        <source>Nothing to limit: the server sends no parts of files, so that no weight can come while the model runs. Keep downloads (Preferences), or save the model first.</source>
        <translation>无可限制：服务器不发送文件的部分内容，因此模型运行时无法取得权重。请保留下载内容（首选项），或先保存模型。</translation>
    </message>
    <message>
        <source>Weights that do not fit are brought while the model runs. An automatic load is streamed then.</source>
        <translation>放不下的权重在模型运行时载入。此时自动模式以流式加载。</translation>
    </message>
    <message>
        <source>Limi&amp;t device memory for weights</source>
        <translation>限制用于权重的设备内存(&amp;T)</translation>
    </message>
    <message>
        <source>How far the measurement is</source>
        <translation>测量进度</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ChartPictureDialog</name>
    <message>
        <source>Save the chart as a picture</source>
        <translation>将图表保存为图片</translation>
    </message>
    <message>
        <source>as it is shown</source>
        <translation>按当前显示</translation>
    </message>
    <message>
        <source>a slide</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>a large slide</source>
        <translation>大幻灯片</translation>
    </message>
    <message>
        <source>a column of a paper</source>
        <translation>论文单栏</translation>
    </message>
    <message>
        <source>another size</source>
        <translation>其他大小</translation>
    </message>
    <message>
        <source>Usual sizes</source>
        <translation>常用大小</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>宽度（像素）</translation>
    </message>
    <message>
        <source>Height in pixels</source>
        <translation>高度（像素）</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>&amp;Size:</source>
        <translation>大小(&amp;S):</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>宽度(&amp;W):</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>高度(&amp;H):</translation>
    </message>
    <message>
        <source>&amp;Choose File…</source>
        <translation>选择文件(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ClassesPage</name>
    <message>
        <source>The best classes</source>
        <translation>最佳类别</translation>
    </message>
    <message>
        <source>Where the names of the classes are from</source>
        <translation>类别名称的来源</translation>
    </message>
    <message>
        <source>Names of Classes…</source>
        <translation>类别名称…</translation>
    </message>
    <message>
        <source>Choose a file with the names of the classes</source>
        <translation>选择包含类别名称的文件</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>The classes have no names yet.</source>
        <translation>类别还没有名称。</translation>
    </message>
    <message>
        <source>There are %1 names for %2 classes: they may belong to another model.</source>
        <translation>%2 个类别有 %1 个名称：它们可能属于另一个模型。</translation>
    </message>
    <message>
        <source>Element of the batch:</source>
        <translation>批次中的元素:</translation>
    </message>
    <message>
        <source>Which element of the batch is shown</source>
        <translation>显示批次中的哪个元素</translation>
    </message>
    <message>
        <source>No Names</source>
        <translation>无名称</translation>
    </message>
    <message>
        <source>What is wrong with the scores</source>
        <translation>分数的问题</translation>
    </message>
    <message>
        <source>A text file with one name a line, in the order of the classes; a CSV file with their numbers and names; JSON, as a config.json with id2label. A labels.txt beside the model is found by itself.</source>
        <translation>每行一个名称、按类别顺序排列的文本文件；含编号和名称的 CSV 文件；或 JSON，例如带 id2label 的 config.json。模型旁的 labels.txt 会自动找到。</translation>
    </message>
    <message>
        <source>Show the classes without names</source>
        <translation>不带名称显示类别</translation>
    </message>
    <message>
        <source>%1 of %2 scores are not numbers: no probabilities follow from the others.</source>
        <translation>%2 个分数中有 %1 个不是数：无法由其余分数得出概率。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::CompareDialog</name>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Also &amp;ONNX Runtime, if it is installed</source>
        <translation>若已安装，也包括 ONNX Runtime(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Compare loading %1</source>
        <translation>比较 %1 的加载</translation>
    </message>
    <message>
        <source>Result of the comparison</source>
        <translation>比较结果</translation>
    </message>
    <message>
        <source>Loads the model in each mode, each in a process of its own, and shows what that took.</source>
        <translation>以每种模式在各自的进程中加载模型，并显示其开销。</translation>
    </message>
    <message>
        <source>Figures of each load</source>
        <translation>每次加载的数据</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Memory over time, for each load</source>
        <translation>每次加载的内存变化</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Comparing: zero-copy, streamed and conventional, one after the other…</source>
        <translation>正在比较：依次为零拷贝、流式和传统…</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Peak CPU</source>
        <translation>CPU 峰值</translation>
    </message>
    <message>
        <source>× model</source>
        <translation>× 模型</translation>
    </message>
    <message>
        <source>Beyond the weights</source>
        <translation>权重之外</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Bytes by path</source>
        <translation>按路径的字节数</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>保存比较</translation>
    </message>
    <message>
        <source>Report (*.html);;Samples (*.csv);;Chart (*.png)</source>
        <translation>报告 (*.html);;采样 (*.csv);;图表 (*.png)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ComparisonProcess</name>
    <message>
        <source>weightless-cli ended with exit code %1</source>
        <translation>weightless-cli 以退出码 %1 结束</translation>
    </message>
    <message>
        <source>weightless-cli cannot be started: %1</source>
        <translation>无法启动 weightless-cli:%1</translation>
    </message>
    <message>
        <source>weightless-cli was not found beside this program or in PATH: comparing needs it, because each load runs in a process of its own</source>
        <translation>在本程序旁边和 PATH 中都找不到 weightless-cli：比较需要它，因为每次加载都在各自的进程中运行</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DemoDialog</name>
    <message>
        <source>Stable Diffusion 1.5 UNet</source>
        <translation>Stable Diffusion 1.5 UNet</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5 VAE decoder</source>
        <translation>Stable Diffusion 1.5 VAE 解码器</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5 CLIP text encoder</source>
        <translation>Stable Diffusion 1.5 CLIP 文本编码器</translation>
    </message>
    <message>
        <source>Language Model</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>Language Model of 4-bit Weights</source>
        <translation>4 位权重的语言模型</translation>
    </message>
    <message>
        <source>BERT Text Encoder</source>
        <translation>BERT 文本编码器</translation>
    </message>
    <message>
        <source>ViT Image Classifier</source>
        <translation>ViT 图像分类</translation>
    </message>
    <message>
        <source>Whisper Speech Encoder</source>
        <translation>Whisper 语音编码器</translation>
    </message>
    <message>
        <source>Whisper Text Decoder</source>
        <translation>Whisper 文本解码器</translation>
    </message>
    <message>
        <source>Object Detector</source>
        <translation>目标检测</translation>
    </message>
    <message>
        <source>Voice Detector</source>
        <translation>语音活动检测</translation>
    </message>
    <message>
        <source>Tree Ensemble</source>
        <translation>决策树集成</translation>
    </message>
    <message>
        <source>&amp;Free dimensions (batch, height, width)</source>
        <translation>可变维度 (batch, height, width)(&amp;F)</translation>
    </message>
    <message>
        <source>real size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>channels divided by %1</source>
        <translation>通道数除以 %1</translation>
    </message>
    <message>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>beside the model (external data)</source>
        <translation>模型旁边（外部数据）</translation>
    </message>
    <message>
        <source>inside the model file</source>
        <translation>模型文件之内</translation>
    </message>
    <message>
        <source>&amp;Write…</source>
        <translation>写入(&amp;W)…</translation>
    </message>
    <message>
        <source>Writes the true topology with seeded random weights: for trying things out, not for pictures.</source>
        <translation>写出真实的拓扑结构，权重由种子随机生成：用于试用，不能生成图片。</translation>
    </message>
    <message>
        <source>S&amp;cale:</source>
        <translation>缩放(&amp;C):</translation>
    </message>
    <message>
        <source>&amp;Type:</source>
        <translation>类型(&amp;T):</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>权重(&amp;G):</translation>
    </message>
    <message>
        <source>&amp;Opset:</source>
        <translation>opset(&amp;O):</translation>
    </message>
    <message>
        <source>See&amp;d:</source>
        <translation>种子(&amp;D):</translation>
    </message>
    <message>
        <source>Size:</source>
        <translation>大小：</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Type of the weights</source>
        <translation>权重的类型</translation>
    </message>
    <message>
        <source>Where the weights are</source>
        <translation>权重的位置</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>opset</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>可变维度</translation>
    </message>
    <message>
        <source>Size of the weights</source>
        <translation>权重的大小</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 个参数，%2</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5, All Parts</source>
        <translation>Stable Diffusion 1.5，全部部分</translation>
    </message>
    <message>
        <source>Writes a folder of text encoder, UNet, VAE decoder and tokenizer with seeded random weights: for trying out pictures from words, which will be noise.</source>
        <translation>写入一个文件夹，包含文本编码器、UNet、VAE 解码器和分词器，权重为带种子的随机数：用于试用由文字生成图片，结果将是噪声。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DeviceChooser</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>looking for devices…</source>
        <translation>正在查找设备…</translation>
    </message>
    <message>
        <source>no Vulkan device</source>
        <translation>没有 Vulkan 设备</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>最佳：%1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DeviceDialog</name>
    <message>
        <source>What the device is</source>
        <translation>设备特性</translation>
    </message>
    <message>
        <source>What the device reaches</source>
        <translation>设备实测</translation>
    </message>
    <message>
        <source>Asking the drivers…</source>
        <translation>正在询问驱动程序…</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>State of the measurement</source>
        <translation>测量状态</translation>
    </message>
    <message>
        <source>Measuring: %1</source>
        <translation>正在测量：%1</translation>
    </message>
    <message>
        <source>This machine has a Vulkan loader, but no device.</source>
        <translation>此计算机有 Vulkan 加载器，但没有设备。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>The best of a few tries each, with this program&apos;s own kernels. What is loaded from now on follows it.</source>
        <translation>各项取几次尝试中的最佳值，使用本程序自己的内核。此后加载的内容以此为准。</translation>
    </message>
    <message>
        <source>As it was measured last, which the program follows.</source>
        <translation>上次测量的结果，程序以此为准。</translation>
    </message>
    <message>
        <source>Measuring takes some seconds, and loads the device fully. The program then takes the kernels that were fastest.</source>
        <translation>测量需要几秒钟，并会占满设备。之后程序将使用最快的内核。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DiffDialog</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>−%1</source>
        <translation>−%1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>现为 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ</source>
        <translation>
            <numerusform>%1，%Ln 个值不同</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>What differs: %1 and %2</source>
        <translation>差异：%1 与 %2</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>比较结果</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>正在与 %1 比较…</translation>
    </message>
    <message>
        <source>How much was compared</source>
        <translation>比较进度</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>… the others are in the output of weightless-cli diff</source>
        <translation>… 其余见 weightless-cli diff 的输出</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1 constants and %2 nodes are equal</source>
        <translation>%1 个常量和 %2 个节点相同</translation>
    </message>
    <message>
        <source>The models are equal: %1.</source>
        <translation>两个模型相同：%1。</translation>
    </message>
    <message>
        <source>The models differ; %1.</source>
        <translation>两个模型不同；%1。</translation>
    </message>
    <message>
        <source>The models differ by %1 of constants; %2.</source>
        <translation>两个模型相差 %1 的常量；%2。</translation>
    </message>
    <message>
        <source>Summary of the differences</source>
        <translation>差异摘要</translation>
    </message>
    <message>
        <source>Graphs in Step</source>
        <translation>同步显示的图</translation>
    </message>
    <message>
        <source>Largest Difference</source>
        <translation>最大差值</translation>
    </message>
    <message>
        <source>Between two floats at the same place, of those that are finite in both models</source>
        <translation>同一位置上在两个模型中均为有限值的两个浮点数之差</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Filter by what is in a row</source>
        <translation>按行内容筛选</translation>
    </message>
    <message>
        <source>Filter of the differences</source>
        <translation>差异筛选</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>复制(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all that are shown, as tab-separated text</source>
        <translation>将所选行或所有显示的行复制为制表符分隔的文本</translation>
    </message>
    <message>
        <source>Copy differences</source>
        <translation>复制差异</translation>
    </message>
    <message>
        <source>%1, %2 became or ceased to be NaN or infinite</source>
        <translation>%1，%2 个变为或不再是 NaN 或无穷大</translation>
    </message>
    <message>
        <source>%1, the same values</source>
        <translation>%1，值相同</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ, only in the sign of zero</source>
        <translation>
            <numerusform>%1，%Ln 个值仅零的符号不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Inputs, outputs, versions, metadata</source>
        <translation>输入、输出、版本、元数据</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DuplicatesDialog</name>
    <message>
        <source>Reading the weights…</source>
        <translation>正在读取权重…</translation>
    </message>
    <message>
        <source>Duplicate Weights</source>
        <translation>重复的权重</translation>
    </message>
    <message>
        <source>How much was read</source>
        <translation>已读取的量</translation>
    </message>
    <message>
        <source>Weights that are stored more than once</source>
        <translation>重复存储的权重</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Bytes each</source>
        <translation>每个的字节数</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>可节省</translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal weight(s)</source>
        <translation>
            <numerusform>%Ln 个相同的权重</numerusform>
        </translation>
    </message>
    <message>
        <source>No two weights of %1 or more are the same.</source>
        <translation>%1 及以上的权重中没有相同的。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) of weights of %1 or more with the same values; one of each would be %2 less.</source>
        <translation>
            <numerusform>%Ln 组 %1 及以上的权重具有相同的值；各留一个可减少 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::EngineWorker</name>
    <message>
        <source>%1 values are beyond float16&apos;s range and became ±65504, in %2</source>
        <translation>%1 个值超出 float16 的范围，变为 ±65504，位于 %2</translation>
    </message>
    <message>
        <source>Save these weights as they are if the results matter.</source>
        <translation>如果结果重要，请按原样保存这些权重。</translation>
    </message>
    <message>
        <source>The model&apos;s file is gone or was changed. Its structure was written from what was read of it: documentation, quantisation notes and what this program does not know are lost.</source>
        <translation>模型文件已丢失或被更改。其结构按已读取的内容写出：文档、量化说明以及本程序不认识的内容已丢失。</translation>
    </message>
    <message>
        <source>The replaced model named files for its data that are not known to be its alone. They stay: %1</source>
        <translation>被替换的模型将一些无法确认只属于它的文件指定为数据。这些文件将保留：%1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FindModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FindPanel</name>
    <message>
        <source>Find: name, op:Conv, type:float16, bytes&gt;10M</source>
        <translation>查找：名称 op:Conv type:float16 bytes&gt;10M</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Words that all must be in a name, operator, type, shape or attribute.
op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes&gt;10M  params&lt;1k
&quot;Words in quotes&quot; stay together.</source>
        <translation>名称、算子、类型、形状或属性中必须包含的所有词。
op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes&gt;10M  params&lt;1k
&quot;引号中的词&quot; 视为整体。</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>What was found in the graph</source>
        <translation>在图中找到的内容</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FreeDimensionsEditor</name>
    <message>
        <source>Size of %1 in %2</source>
        <translation>%2 中 %1 的大小</translation>
    </message>
    <message>
        <source>Free dimension %1</source>
        <translation>可变维度 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateDialog</name>
    <message>
        <source>A picture from words: %1</source>
        <translation>由文字生成图片：%1</translation>
    </message>
    <message>
        <source>A picture is being made. Closing the window stops it.</source>
        <translation>正在生成图片。关闭窗口会停止生成。</translation>
    </message>
    <message>
        <source>Stop and Close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Close Without Saving</source>
        <translation>不保存并关闭</translation>
    </message>
    <message>
        <source>Keep Open</source>
        <translation>保持打开</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file.</source>
        <translation>
            <numerusform>已生成的图片中有 %Ln 张尚未保存到文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file. Closing the window loses them.</source>
        <translation>
            <numerusform>已生成的图片中有 %Ln 张尚未保存到文件。关闭窗口会丢失它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the One Shown…</source>
        <translation>保存显示的这张…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateForm</name>
    <message>
        <source>On&amp;e part at a time</source>
        <translation>逐个部分进行(&amp;E)</translation>
    </message>
    <message>
        <source>What the picture shows</source>
        <translation>图片要显示的内容</translation>
    </message>
    <message>
        <source>What it does not show</source>
        <translation>图片不要显示的内容</translation>
    </message>
    <message>
        <source>How closely the prompt is followed; 1 and less halve the work</source>
        <translation>遵循提示词的程度；不大于 1 时计算量减半</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Load, run and give back each part before the next one: the least memory, the most loading</source>
        <translation>每个部分加载、运行并释放后再进行下一个：内存最少，加载最多</translation>
    </message>
    <message>
        <source>&amp;Prompt</source>
        <translation>提示词(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;gative prompt</source>
        <translation>负面提示词(&amp;G)</translation>
    </message>
    <message>
        <source>S&amp;cheduler</source>
        <translation>调度器(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>步数(&amp;S)</translation>
    </message>
    <message>
        <source>G&amp;uidance</source>
        <translation>引导系数(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source>R&amp;andom</source>
        <translation>随机(&amp;A)</translation>
    </message>
    <message>
        <source>Another seed: another picture</source>
        <translation>种子不同，图片也不同</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>种子(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;ictures</source>
        <translation>图片数(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>加载(&amp;L)</translation>
    </message>
    <message>
        <source>%1 / %2 tokens</source>
        <translation>%1 / %2 个词元</translation>
    </message>
    <message>
        <source>%1 – the rest is cut off</source>
        <translation>%1 – 其余部分被截断</translation>
    </message>
    <message>
        <source>Calls of the denoiser; PNDM makes one more</source>
        <translation>去噪器的调用次数；PNDM 多调用一次</translation>
    </message>
    <message>
        <source>T&amp;ype of weights</source>
        <translation>权重类型(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GeneratePage</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>Gene&amp;rate</source>
        <translation>生成(&amp;R)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>正在读取文件夹…</translation>
    </message>
    <message>
        <source>The folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Memory of each way of loading</source>
        <translation>每种加载方式的内存</translation>
    </message>
    <message>
        <source>State of the picture</source>
        <translation>图片的状态</translation>
    </message>
    <message>
        <source>Progress of the picture</source>
        <translation>图片的进度</translation>
    </message>
    <message>
        <source>Make the same picture with every way of loading, each from nothing, and lay the memory curves over each other</source>
        <translation>以每种加载方式从头生成同一张图片，并叠放内存曲线</translation>
    </message>
    <message>
        <source>Done in %1.</source>
        <translation>用时 %1 完成。</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>就绪。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>Beginning: %1</source>
        <translation>正在开始：%1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>%1 on %2; its models weigh %3.</source>
        <translation>%1，位于 %2；其模型大小为 %3。</translation>
    </message>
    <message>
        <source>Picture %1 of %2: step %3 of %4</source>
        <translation>图片 %1 / %2：步骤 %3 / %4</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>步骤 %1 / %2</translation>
    </message>
    <message>
        <source>%1, about %2 left</source>
        <translation>%1，剩余约 %2</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>Co&amp;mpare Ways</source>
        <translation>比较方式(&amp;M)</translation>
    </message>
    <message>
        <source>Sa&amp;ve Picture…</source>
        <translation>保存图片(&amp;V)…</translation>
    </message>
    <message>
        <source>Save Rep&amp;ort…</source>
        <translation>保存报告(&amp;O)…</translation>
    </message>
    <message>
        <source>Compiling kernels, %1 of %2…</source>
        <translation>正在编译内核 %1 / %2…</translation>
    </message>
    <message>
        <source>Done: %1 ways in %2.</source>
        <translation>完成：%1 种方式，用时 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln picture(s) that were in no file had to make room.</source>
        <translation>
            <numerusform>%1 为腾出空间，移除了 %Ln 张未保存到文件的图片。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateWorker</name>
    <message>
        <source>load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步骤 %1</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>规划 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphDisplayMenu</name>
    <message>
        <source>Show in the graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>方框</translation>
    </message>
    <message>
        <source>&amp;Names</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Attributes</source>
        <translation>属性(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>&amp;Fold Constants and Shape Arithmetic</source>
        <translation>折叠常量和形状运算(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>全览图(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>动画(&amp;M)</translation>
    </message>
    <message>
        <source>Colour tells</source>
        <translation>颜色表示</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Colours for Colour-Blind People</source>
        <translation>色觉障碍友好配色(&amp;C)</translation>
    </message>
    <message>
        <source>From Left to &amp;Right</source>
        <translation>从左到右(&amp;R)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphPage</name>
    <message>
        <source>Graph of the model</source>
        <translation>模型的计算图</translation>
    </message>
    <message>
        <source>Collapse all scopes</source>
        <translation>折叠所有作用域</translation>
    </message>
    <message>
        <source>Expand all scopes</source>
        <translation>展开所有作用域</translation>
    </message>
    <message>
        <source>Fit the graph to the window</source>
        <translation>使图适应窗口</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>What the graph shows: colours, names, weights, direction</source>
        <translation>图中显示的内容：颜色、名称、权重、方向</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>正在布局…</translation>
    </message>
    <message>
        <source>%1 of %2 nodes shown, the others group by group</source>
        <translation>显示 %2 个节点中的 %1 个，其余按组显示</translation>
    </message>
    <message>
        <source>Save the graph</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>Graphs are saved as .svg, .png, .pdf, .dot, .gv or .json, not as &apos;%1&apos;.</source>
        <translation>图可以保存为 .svg、.png、.pdf、.dot、.gv 或 .json，不能保存为“%1”。</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg);;PNG pictures (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)</source>
        <translation>SVG 图片 (*.svg);;PNG 图片 (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln 个框</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no model whose graph could be saved.</source>
        <translation>没有可保存其图的模型。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GuideDialog</name>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
</context>
<context>
    <name>weightless::ui::HeaderBar</name>
    <message>
        <source>Workspaces and loading</source>
        <translation>工作区与加载</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Memory that a load needs</source>
        <translation>加载所需的内存</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Load mode</source>
        <translation>加载模式</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Cancel what is under way</source>
        <translation>取消正在进行的操作</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在规划…</translation>
    </message>
    <message>
        <source>Needs: not known yet</source>
        <translation>需要：尚不清楚</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>CPU memory beyond the weights</source>
        <translation>权重之外的 CPU 内存</translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) have no data</source>
        <translation>
            <numerusform>%Ln 个权重没有数据</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>Unload the weights to load them in another mode</source>
        <translation>先卸载权重，才能以其他模式加载</translation>
    </message>
    <message>
        <source>Needs: not planned</source>
        <translation>需要：未规划</translation>
    </message>
    <message>
        <source>Planned sizes</source>
        <translation>计划的大小</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputDelegate</name>
    <message>
        <source>Tensors (*.npy *.pb)</source>
        <translation>张量 (*.npy *.pb)</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Seed, number, text or file of the input</source>
        <translation>输入的种子、数字、文本或文件</translation>
    </message>
    <message>
        <source>Several texts, with ; between them, take turns</source>
        <translation>用 ; 分隔的多段文本会轮流使用</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)</source>
        <translation>图片 (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)</translation>
    </message>
    <message>
        <source>a number, or as many as there are elements: 1, 2, 3</source>
        <translation>一个数，或与元素个数相同的多个数：1, 2, 3</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputFiles</name>
    <message>
        <source>Input &apos;%1&apos; takes %2, but %3 holds %4.</source>
        <translation>输入“%1”需要 %2，但 %3 中是 %4。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputModel</name>
    <message>
        <source>Input &apos;%1&apos; needs a file.</source>
        <translation>输入“%1”需要一个文件。</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Seed, number or file</source>
        <translation>种子、数字或文件</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>A seed is a whole number from 0 to %1.</source>
        <translation>种子是 0 到 %1 的整数。</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>这不是数字。</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos;: %2</source>
        <translation>输入“%1”：%2</translation>
    </message>
    <message>
        <source>%1 numbers are given for %2 elements.</source>
        <translation>为 %2 个元素给出了 %1 个数。</translation>
    </message>
    <message>
        <source>%1 cannot hold %2.</source>
        <translation>%1 无法容纳 %2。</translation>
    </message>
    <message>
        <source>No picture fits an input without elements.</source>
        <translation>没有元素的输入放不下任何图片。</translation>
    </message>
    <message>
        <source>type a text…</source>
        <translation>输入文本…</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos; needs a text.</source>
        <translation>输入“%1”需要文本。</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos;: %2 texts are given for %3 elements.</source>
        <translation>输入“%1”：为 %3 个元素给出了 %2 个文本。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputPreview</name>
    <message>
        <source>Picture of the input</source>
        <translation>输入的图片</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputTable</name>
    <message>
        <source>Inputs of the graph</source>
        <translation>图的输入</translation>
    </message>
    <message>
        <source>Source of the input</source>
        <translation>输入的来源</translation>
    </message>
</context>
<context>
    <name>weightless::ui::LoadPage</name>
    <message>
        <source>&amp;Unload</source>
        <translation>卸载(&amp;U)</translation>
    </message>
    <message>
        <source>Which constants come first</source>
        <translation>哪些常量优先</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>可变维度</translation>
    </message>
    <message>
        <source>What it will need</source>
        <translation>将需要的内存</translation>
    </message>
    <message>
        <source>What the load will need</source>
        <translation>加载将需要的内存</translation>
    </message>
    <message>
        <source>Load progress</source>
        <translation>加载进度</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>卸载权重</translation>
    </message>
    <message>
        <source>Give the device memory back: every constant is hollow again</source>
        <translation>归还设备内存：所有常量重新变为空</translation>
    </message>
    <message>
        <source>State of the model</source>
        <translation>模型的状态</translation>
    </message>
    <message>
        <source>Current tensor</source>
        <translation>当前张量</translation>
    </message>
    <message>
        <source>Bytes and rate</source>
        <translation>字节数和速度</translation>
    </message>
    <message>
        <source>Bytes by path</source>
        <translation>按路径的字节数</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel the load</source>
        <translation>取消加载</translation>
    </message>
    <message>
        <source>Weights that are loaded stay loaded, but for a conventional load</source>
        <translation>除传统方式外，已加载的权重保持加载状态</translation>
    </message>
    <message>
        <source>Type that weights are loaded as</source>
        <translation>加载权重所用的类型</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>权重(&amp;G):</translation>
    </message>
    <message>
        <source>Ord&amp;er:</source>
        <translation>顺序(&amp;E)：</translation>
    </message>
    <message>
        <source>The weights are loaded for this size. Unload them to plan with another one, or change it for one run in the Run workspace.</source>
        <translation>权重已按此尺寸加载。要用其他尺寸规划，请先卸载，或在“运行”工作区中仅为一次运行更改。</translation>
    </message>
    <message>
        <source>The weights are loaded as this type. Unload them to choose another one.</source>
        <translation>权重已按此类型加载。要选择其他类型，请先卸载。</translation>
    </message>
    <message>
        <source>What it needs</source>
        <translation>需要的内存</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MadePictures</name>
    <message>
        <source>Previous picture</source>
        <translation>上一张图片</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一张图片</translation>
    </message>
    <message>
        <source>Which picture is shown</source>
        <translation>当前显示的图片</translation>
    </message>
    <message>
        <source>What the picture looks like so far</source>
        <translation>图片目前的样子</translation>
    </message>
    <message>
        <source>The picture for “%1”, seed %2</source>
        <translation>“%1”的图片，种子 %2</translation>
    </message>
    <message>
        <source>Picture %1 of %2, seed %3</source>
        <translation>图片 %1 / %2，种子 %3</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MainWindow</name>
    <message>
        <source>Weightless</source>
        <translation>Weightless</translation>
    </message>
    <message>
        <source>%1 was changed on disk.</source>
        <translation>%1 在磁盘上已更改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>%1 – Weightless</source>
        <translation>%1 – Weightless</translation>
    </message>
    <message numerus="yes">
        <source>Operator %1 is not known to this build (%Ln node(s), first &apos;%2&apos;)</source>
        <translation>
            <numerusform>此版本不认识算子 %1（%Ln 个节点，第一个为“%2”）</numerusform>
        </translation>
    </message>
    <message>
        <source>The model can be inspected, but not run.</source>
        <translation>可以查看该模型，但不能运行。</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>没有最近打开的文件</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>&amp;Clear List</source>
        <translation>清除列表(&amp;C)</translation>
    </message>
    <message>
        <source>%1 is there now.</source>
        <translation>%1 现已存在。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MemoryFigures</name>
    <message>
        <source>CPU beyond the weights</source>
        <translation>权重之外的 CPU</translation>
    </message>
    <message>
        <source>CPU memory that loading takes in addition to the weights themselves: copies of them, and slices that they pass through.</source>
        <translation>除权重本身之外，加载占用的 CPU 内存：权重的副本及其经过的切片。</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Conventional mode</source>
        <translation>传统模式</translation>
    </message>
    <message>
        <source>What the conventional mode, which loads as frameworks do, takes of CPU memory beyond the weights, less what this load takes.</source>
        <translation>传统模式（与框架的加载方式相同）在权重之外占用的 CPU 内存，减去本次加载的占用。</translation>
    </message>
    <message>
        <source>at most %1 in this load</source>
        <translation>本次加载最多 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>of weights set on the device</source>
        <translation>已设置到设备的权重</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%1 / %2，%3</translation>
    </message>
    <message>
        <source>no copy</source>
        <translation>无拷贝</translation>
    </message>
    <message>
        <source>%1 bound where they lie, in %2</source>
        <translation>%1 就地绑定，%2</translation>
    </message>
    <message>
        <source>of CPU memory beyond the weights, measured</source>
        <translation>权重之外的 CPU 内存，实测</translation>
    </message>
    <message>
        <source>of CPU memory beyond the weights, predicted</source>
        <translation>权重之外的 CPU 内存，预测</translation>
    </message>
    <message>
        <source>Against conventional</source>
        <translation>与传统模式相比</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>少 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>多 %1</translation>
    </message>
    <message>
        <source>the conventional mode took %1 (measured)</source>
        <translation>传统模式占用 %1（实测）</translation>
    </message>
    <message>
        <source>the conventional mode would take %1 (predicted)</source>
        <translation>传统模式将占用 %1（预测）</translation>
    </message>
    <message>
        <source>staging %1</source>
        <translation>暂存 %1</translation>
    </message>
    <message>
        <source>weights %1
activations %2</source>
        <translation>权重 %1
激活值 %2</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MemoryPage</name>
    <message>
        <source>Memory over time</source>
        <translation>内存变化</translation>
    </message>
    <message>
        <source>in seconds</source>
        <translation>按秒</translation>
    </message>
    <message>
        <source>every load at full width</source>
        <translation>每次加载占满宽度</translation>
    </message>
    <message>
        <source>How loads are laid over each other</source>
        <translation>多次加载的叠放方式</translation>
    </message>
    <message>
        <source>In seconds a load that is ten times as fast is a tenth as wide</source>
        <translation>按秒显示时，快十倍的加载宽度为十分之一</translation>
    </message>
    <message>
        <source>the loads</source>
        <translation>仅加载</translation>
    </message>
    <message>
        <source>loads and runs</source>
        <translation>加载和运行</translation>
    </message>
    <message>
        <source>Time that is shown</source>
        <translation>显示的时间</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Save or clear the chart</source>
        <translation>保存或清除图表</translation>
    </message>
    <message>
        <source>Save as &amp;Picture…</source>
        <translation>保存为图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Save Samples as &amp;CSV…</source>
        <translation>将采样保存为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Forget Earlier Loads</source>
        <translation>清除之前的加载(&amp;F)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>图片 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Save the samples</source>
        <translation>保存采样</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingDataNotice</name>
    <message numerus="yes">
        <source>%Ln weight(s) need %1, which is not beside the model.</source>
        <translation>
            <numerusform>%Ln 个权重需要 %1，但它不在模型旁边。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) need files that are not beside the model: %1 and %2 more.</source>
        <translation>
            <numerusform>%Ln 个权重需要的文件不在模型旁边：%1 及另外 %2 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>查找位置…</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 在哪里？</translation>
    </message>
    <message>
        <source>%1;;All files (*)</source>
        <translation>%1;;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 已不存在。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingFiles</name>
    <message>
        <source>%1 cannot be linked to %2 (%3). Copy it there, and reload the model.</source>
        <translation>无法将 %1 链接到 %2 (%3)。请将其复制到该处，然后重新加载模型。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Put this notice away</source>
        <translation>收起此通知</translation>
    </message>
    <message>
        <source>What can be done about it</source>
        <translation>可采取的措施</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlineModel</name>
    <message numerus="yes">
        <source>%1: %Ln node(s)</source>
        <translation>
            <numerusform>%1：%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Scope or node</source>
        <translation>作用域或节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlinePage</name>
    <message>
        <source>Filter scopes and nodes</source>
        <translation>筛选作用域和节点</translation>
    </message>
    <message>
        <source>Filter of the outline</source>
        <translation>大纲的筛选</translation>
    </message>
    <message>
        <source>Outline of the model</source>
        <translation>模型的大纲</translation>
    </message>
    <message>
        <source>Show on the &amp;Graph</source>
        <translation>在图中显示(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Expand All Below</source>
        <translation>展开所有下级(&amp;E)</translation>
    </message>
    <message>
        <source>Co&amp;llapse All Below</source>
        <translation>折叠所有下级(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Copy Name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputModel</name>
    <message>
        <source>on the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 NaN, %2 infinite</source>
        <translation>%1 个 NaN,%2 个无穷大</translation>
    </message>
    <message>
        <source>Checked: read back to the CPU after the run. Unchecked: left on the device.</source>
        <translation>选中：运行后读回 CPU。未选中：留在设备上。</translation>
    </message>
    <message>
        <source>known after the run</source>
        <translation>运行后可知</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>How the output compares with its reference, within the tolerances of &apos;weightless-cli verify&apos;</source>
        <translation>输出与其参考的比较结果，容差与“weightless-cli verify”相同</translation>
    </message>
    <message>
        <source>The greatest difference of a number from its reference</source>
        <translation>数值与其参考之间的最大差异</translation>
    </message>
    <message>
        <source>Beside the reference</source>
        <translation>与参考比较</translation>
    </message>
    <message>
        <source>Greatest difference</source>
        <translation>最大差异</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputReferences</name>
    <message>
        <source>Compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>on the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>This output stayed on the device: read it back first.</source>
        <translation>此输出留在设备上：请先读回。</translation>
    </message>
    <message>
        <source>after the run</source>
        <translation>运行之后</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>✗ the reference cannot be read</source>
        <translation>✗ 无法读取参考</translation>
    </message>
    <message numerus="yes">
        <source>✓ %Ln output(s) as expected</source>
        <translation>
            <numerusform>✓ %Ln 个输出与预期一致</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %1 of %Ln output(s) not as expected</source>
        <translation>
            <numerusform>✗ %Ln 个输出中有 %1 个与预期不符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::PictureLabel</name>
    <message>
        <source>No picture yet</source>
        <translation>尚无图片</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PicturePage</name>
    <message>
        <source>Least score:</source>
        <translation>最低分数：</translation>
    </message>
    <message>
        <source>Picture of the output</source>
        <translation>输出的图片</translation>
    </message>
    <message>
        <source>Least score of what is shown</source>
        <translation>显示的最低分数</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>比较结果</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln 个框</numerusform>
        </translation>
    </message>
    <message>
        <source>class %1: </source>
        <translation>类别 %1: </translation>
    </message>
    <message>
        <source>background only</source>
        <translation>仅背景</translation>
    </message>
    <message>
        <source>Picture:</source>
        <translation>图片：</translation>
    </message>
    <message>
        <source>Which picture of the batch is shown</source>
        <translation>显示批次中的哪张图片</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PreferencesDialog</name>
    <message>
        <source>&amp;Keep what is downloaded</source>
        <translation>保留下载的内容(&amp;K)</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>清除(&amp;L)</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>%1 (no font of this system has its letters)</source>
        <translation>%1（系统中没有含这种文字的字体）</translation>
    </message>
    <message>
        <source>Takes effect when Weightless is started again</source>
        <translation>Weightless 下次启动时生效</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>KiB, MiB, GiB (1,024)</source>
        <translation>KiB, MiB, GiB (1,024)</translation>
    </message>
    <message>
        <source>kB, MB, GB (1,000)</source>
        <translation>kB, MB, GB (1,000)</translation>
    </message>
    <message>
        <source>L&amp;anguage:</source>
        <translation>语言(&amp;A):</translation>
    </message>
    <message>
        <source>C&amp;olours:</source>
        <translation>配色(&amp;O):</translation>
    </message>
    <message>
        <source>Text &amp;size:</source>
        <translation>文字大小(&amp;S):</translation>
    </message>
    <message>
        <source>&amp;Units of size:</source>
        <translation>大小单位(&amp;U):</translation>
    </message>
    <message>
        <source>&amp;Device:</source>
        <translation>设备(&amp;D):</translation>
    </message>
    <message>
        <source>The best one</source>
        <translation>最佳设备</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1（不存在）</translation>
    </message>
    <message>
        <source>What models are loaded into when the program starts</source>
        <translation>程序启动时模型加载到的设备</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>From top to bottom</source>
        <translation>从上到下</translation>
    </message>
    <message>
        <source>From left to right</source>
        <translation>从左到右</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>D&amp;irection:</source>
        <translation>方向(&amp;I):</translation>
    </message>
    <message>
        <source>&amp;Names of nodes</source>
        <translation>节点名称(&amp;N)</translation>
    </message>
    <message>
        <source>A&amp;ttributes</source>
        <translation>属性(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <source>Arithmetic with shapes in one &amp;box</source>
        <translation>形状运算合并为一个方框(&amp;B)</translation>
    </message>
    <message>
        <source>Models on servers</source>
        <translation>服务器上的模型</translation>
    </message>
    <message>
        <source>A model that is opened again is then read from this machine, and only what changed on the server, or was not received, is asked for.</source>
        <translation>再次打开的模型将从本机读取，只向服务器请求已更改或未收到的部分。</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>文件夹(&amp;F):</translation>
    </message>
    <message>
        <source>Size now:</source>
        <translation>当前大小：</translation>
    </message>
    <message>
        <source>Folder of downloads</source>
        <translation>下载文件夹</translation>
    </message>
    <message>
        <source>Choose the folder of downloads</source>
        <translation>选择下载文件夹</translation>
    </message>
    <message>
        <source>Size of what is kept</source>
        <translation>保留内容的大小</translation>
    </message>
    <message>
        <source>Remove what is kept</source>
        <translation>移除保留的内容</translation>
    </message>
    <message>
        <source>Removes what was downloaded, and nothing else that is in the folder</source>
        <translation>只移除下载的内容，不影响文件夹中的其他内容</translation>
    </message>
    <message>
        <source>removing…</source>
        <translation>正在移除…</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln file(s)</source>
        <translation>
            <numerusform>%1，%Ln 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemGuide</name>
    <message>
        <source>Problems (%1)</source>
        <translation>问题 (%1)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemModel</name>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>While</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>如何处理</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemsPage</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Copy the problems</source>
        <translation>复制问题</translation>
    </message>
    <message>
        <source>Copy the selected problems, or all</source>
        <translation>复制所选问题，或全部</translation>
    </message>
    <message>
        <source>Clear the problems</source>
        <translation>清除问题</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProfileModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>in no scope</source>
        <translation>不在任何作用域中</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectDialog</name>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Project %1</source>
        <translation>项目 %1</translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <source>What the project needs</source>
        <translation>项目所需的内存</translation>
    </message>
    <message>
        <source>State of the project</source>
        <translation>项目的状态</translation>
    </message>
    <message>
        <source>Parts of the project</source>
        <translation>项目的组成部分</translation>
    </message>
    <message>
        <source>Only the largest part needs to fit: each is unloaded before the next one is loaded</source>
        <translation>只需放得下最大的部分：每个部分在下一个加载之前卸载</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>就绪。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>正在卸载…</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln part(s) on %2. All together they need %3 of device memory, one by one %4; %5 are free.</source>
        <translation>
            <numerusform>%1：%Ln 个部分，位于 %2。全部一起需要 %3 设备内存，逐个则需要 %4；空闲 %5。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Load All</source>
        <translation>全部加载(&amp;L)</translation>
    </message>
    <message>
        <source>Load, &amp;Run, Unload in Turn</source>
        <translation>依次加载、运行、卸载(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Unload All</source>
        <translation>全部卸载(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Generate a Picture…</source>
        <translation>生成图片(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Open the Selected Model</source>
        <translation>打开所选模型(&amp;O)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them cannot be used and are not counted.</source>
        <translation>
            <numerusform>其中 %Ln 个无法使用，未计入。</numerusform>
        </translation>
    </message>
    <message>
        <source>All is loaded.</source>
        <translation>全部已加载。</translation>
    </message>
    <message>
        <source>Each has run, and is unloaded.</source>
        <translation>每个都已运行并卸载。</translation>
    </message>
    <message>
        <source>All is unloaded.</source>
        <translation>全部已卸载。</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 无法使用：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not load.</source>
        <translation>
            <numerusform>%Ln 个部分无法使用，未加载。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not run.</source>
        <translation>
            <numerusform>%Ln 个部分无法使用，未运行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectModel</name>
    <message>
        <source>✖ cannot be used</source>
        <translation>✖ 无法使用</translation>
    </message>
    <message>
        <source>○ hollow</source>
        <translation>○ 空</translation>
    </message>
    <message>
        <source>◔ loading</source>
        <translation>◔ 正在加载</translation>
    </message>
    <message>
        <source>● loaded</source>
        <translation>● 已加载</translation>
    </message>
    <message>
        <source>▶ running</source>
        <translation>▶ 正在运行</translation>
    </message>
    <message>
        <source>✓ ran, unloaded</source>
        <translation>✓ 已运行，已卸载</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Device, predicted</source>
        <translation>设备，预测</translation>
    </message>
    <message>
        <source>CPU beyond, predicted</source>
        <translation>CPU 额外，预测</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Load, s</source>
        <translation>加载，秒</translation>
    </message>
    <message>
        <source>Run, s</source>
        <translation>运行，秒</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectWorker</name>
    <message>
        <source>load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Choose a folder that holds ONNX models.</source>
        <translation>请选择包含 ONNX 模型的文件夹。</translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation>正在加载 %1…</translation>
    </message>
    <message>
        <source>Running %1…</source>
        <translation>正在运行 %1…</translation>
    </message>
    <message>
        <source>Unload all, then try again: files that were changed are read anew then.</source>
        <translation>请全部卸载后重试：届时会重新读取已更改的文件。</translation>
    </message>
    <message>
        <source>Try again: files that were changed are read anew then.</source>
        <translation>请重试：届时会重新读取已更改的文件。</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>Compiling %1…</source>
        <translation>正在编译 %1…</translation>
    </message>
    <message>
        <source>Compiling %1, %2 of %3 kernels…</source>
        <translation>正在编译 %1，内核 %2 / %3…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PropertiesPage</name>
    <message>
        <source>Properties of what is selected</source>
        <translation>所选内容的属性</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>没有打开的模型。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::RecentModel</name>
    <message>
        <source>The file is gone.</source>
        <translation>文件已不存在。</translation>
    </message>
    <message>
        <source>The folder is not there.</source>
        <translation>文件夹不存在。</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>今天 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ReferenceButtons</name>
    <message>
        <source>Compare &amp;With…</source>
        <translation>比较(&amp;W)…</translation>
    </message>
    <message>
        <source>Drop Refere&amp;nce</source>
        <translation>移除参考(&amp;N)</translation>
    </message>
    <message>
        <source>Compare the output with a file</source>
        <translation>将输出与文件比较</translation>
    </message>
    <message>
        <source>Choose what the selected output should be, as .npy or .pb: each run is compared with it</source>
        <translation>选择所选输出应有的值（.npy 或 .pb）：每次运行都会与之比较</translation>
    </message>
    <message>
        <source>Do not compare the output with the chosen file</source>
        <translation>不将输出与所选文件比较</translation>
    </message>
    <message>
        <source>Compare the selected output with the chosen file no longer</source>
        <translation>不再将所选输出与所选文件比较</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ResultView</name>
    <message>
        <source>Outputs of the graph</source>
        <translation>图的输出</translation>
    </message>
    <message>
        <source>Profile of the last run</source>
        <translation>上次运行的性能分析</translation>
    </message>
    <message>
        <source>S&amp;ave…</source>
        <translation>保存(&amp;A)…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Curve of the output</source>
        <translation>输出的曲线</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能分析</translation>
    </message>
    <message>
        <source>Save the output</source>
        <translation>保存输出</translation>
    </message>
    <message>
        <source>Save the selected output as .npy, .pb, .csv or, for images, .png</source>
        <translation>将所选输出保存为 .npy、.pb、.csv，图片则可存为 .png</translation>
    </message>
    <message>
        <source>Copies that the run made</source>
        <translation>运行产生的拷贝</translation>
    </message>
    <message>
        <source>Tensors that crossed between CPU and device. What stays on the device is not copied; one that is read back is copied once.</source>
        <translation>在 CPU 与设备之间传递的张量。留在设备上的不拷贝；读回的拷贝一次。</translation>
    </message>
    <message>
        <source>Read the output back</source>
        <translation>读回输出</translation>
    </message>
    <message>
        <source>Copy an output that stayed on the device to the CPU</source>
        <translation>将留在设备上的输出拷贝到 CPU</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>按步骤</translation>
    </message>
    <message>
        <source>Grouping of the profile</source>
        <translation>性能分析的分组</translation>
    </message>
    <message>
        <source>Steps of the run over time</source>
        <translation>运行步骤随时间的变化</translation>
    </message>
    <message>
        <source>Sum of the profile</source>
        <translation>性能分析的合计</translation>
    </message>
    <message>
        <source>This device has no timestamps: its steps cannot be measured.</source>
        <translation>此设备没有时间戳：无法测量其步骤。</translation>
    </message>
    <message>
        <source>The run was not profiled.</source>
        <translation>此次运行未做性能分析。</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln step(s)</source>
        <translation>
            <numerusform>%Ln 步共 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensors copied: %1 to the device, %2 back; %3 of %4 outputs stayed on the device</source>
        <translation>拷贝的张量：到设备 %1 个，读回 %2 个；%4 个输出中有 %3 个留在设备上</translation>
    </message>
    <message>
        <source>This output stayed on the device: read it back first.</source>
        <translation>此输出留在设备上：请先读回。</translation>
    </message>
    <message>
        <source>Run the model to see its values.</source>
        <translation>运行模型以查看其值。</translation>
    </message>
    <message>
        <source>Names of the classes</source>
        <translation>类别名称</translation>
    </message>
    <message>
        <source>NumPy (*.npy);;ONNX tensor (*.pb);;Comma-separated values (*.csv)</source>
        <translation>NumPy (*.npy);;ONNX 张量 (*.pb);;逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>;;Picture (*.png)</source>
        <translation>;;图片 (*.png)</translation>
    </message>
    <message>
        <source>by scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <source>Weights that come</source>
        <translation>载入的权重</translation>
    </message>
    <message>
        <source>Copies of them to the device</source>
        <translation>将其复制到设备</translation>
    </message>
    <message>
        <source>; waited %1 for weights, %2 of it before %3</source>
        <translation>；等待权重 %1，其中 %2 在 %3 之前</translation>
    </message>
    <message>
        <source>Show on the Graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Colours the graph by the time that each node took; a closed group by that of all in it</source>
        <translation>按每个节点所用时间为图着色；折叠的组按其中全部节点的时间着色</translation>
    </message>
    <message>
        <source>Vocabulary of the model</source>
        <translation>模型的词表</translation>
    </message>
    <message>
        <source>Vocabularies (*.json *.txt);;All files (*)</source>
        <translation>词表 (*.json *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Read &amp;Back</source>
        <translation>读回(&amp;B)</translation>
    </message>
    <message>
        <source>Save &amp;Profile…</source>
        <translation>保存性能分析(&amp;P)…</translation>
    </message>
    <message>
        <source>Save the profile</source>
        <translation>保存性能分析</translation>
    </message>
    <message>
        <source>The steps as a table (.csv), or as a trace (.json) for Perfetto and chrome://tracing</source>
        <translation>将各步骤保存为表格 (.csv)，或供 Perfetto 和 chrome://tracing 使用的跟踪文件 (.json)</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv);;Trace for Perfetto and chrome://tracing (*.json)</source>
        <translation>逗号分隔值 (*.csv);;供 Perfetto 和 chrome://tracing 使用的跟踪文件 (*.json)</translation>
    </message>
    <message>
        <source>Output that is shown</source>
        <translation>显示的输出</translation>
    </message>
    <message>
        <source>;;Numbered pictures of the batch (*.png)</source>
        <translation>;;批次的编号图片 (*.png)</translation>
    </message>
    <message>
        <source>Names of classes (*.txt *.names *.csv *.tsv *.json);;All files (*)</source>
        <translation>类别名称 (*.txt *.names *.csv *.tsv *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Reference of the output</source>
        <translation>输出的参考</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.pb);;All files (*)</source>
        <translation>张量 (*.npy *.pb);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::RunPage</name>
    <message>
        <source>Sizes for this run</source>
        <translation>本次运行的大小</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能分析</translation>
    </message>
    <message>
        <source>How often to run</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Measure every step of the last run</source>
        <translation>测量最后一次运行的每一步</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>运行的状态</translation>
    </message>
    <message>
        <source>Times:</source>
        <translation>次数：</translation>
    </message>
    <message>
        <source>The last run was stopped.</source>
        <translation>上次运行已停止。</translation>
    </message>
    <message>
        <source>The last run did not end, see Problems.</source>
        <translation>上次运行未完成，请参阅“问题”。</translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation>可以运行。</translation>
    </message>
    <message>
        <source>Ran in %1.</source>
        <translation>运行用时 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s): median %1, fastest %2, slowest %3.</source>
        <translation>
            <numerusform>%Ln 次运行：中位数 %1，最快 %2，最慢 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>What is shown is of other inputs: run again to see what these give.</source>
        <translation>显示的是其他输入的结果：再次运行即可看到当前输入的结果。</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>%1 What is shown is of the run before.</source>
        <translation>%1 显示的是前一次运行的结果。</translation>
    </message>
    <message>
        <source>Ran in %1, %2 of it compiling kernels.</source>
        <translation>运行用时 %1，其中 %2 用于编译内核。</translation>
    </message>
    <message>
        <source>The first compiled kernels for %1.</source>
        <translation>第一次运行用了 %1 编译内核。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SaveDialog</name>
    <message>
        <source>Save a Copy</source>
        <translation>保存副本</translation>
    </message>
    <message>
        <source>beside the model (external data)</source>
        <translation>模型旁边（外部数据）</translation>
    </message>
    <message>
        <source>inside the model file</source>
        <translation>模型文件之内</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>float32 as float16</source>
        <translation>float32 存为 float16</translation>
    </message>
    <message>
        <source>float16 as float32</source>
        <translation>float16 存为 float32</translation>
    </message>
    <message>
        <source>in one file</source>
        <translation>存于一个文件</translation>
    </message>
    <message>
        <source>in files of up to %1</source>
        <translation>存于不超过 %1 的文件</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>权重(&amp;G):</translation>
    </message>
    <message>
        <source>&amp;Type:</source>
        <translation>类型(&amp;T):</translation>
    </message>
    <message>
        <source>&amp;Data:</source>
        <translation>数据(&amp;D):</translation>
    </message>
    <message>
        <source>Where the weights are</source>
        <translation>权重的位置</translation>
    </message>
    <message>
        <source>Type that large weights are stored as</source>
        <translation>大权重的存储类型</translation>
    </message>
    <message>
        <source>Size of the data files</source>
        <translation>数据文件的大小</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>将写入的内容</translation>
    </message>
    <message>
        <source>Inputs, outputs and all computing keep float32: each weight is widened again by a Cast node.</source>
        <translation>输入、输出和所有计算保持 float32：每个权重由 Cast 节点重新扩展。</translation>
    </message>
    <message>
        <source>That is too much for one file, which ends at 2 GiB.</source>
        <translation>超出一个文件的上限 2 GiB。</translation>
    </message>
    <message>
        <source>float32 as bfloat16</source>
        <translation>float32 存为 bfloat16</translation>
    </message>
    <message>
        <source>%1 (from operator set %2 on)</source>
        <translation>%1（自算子集 %2 起）</translation>
    </message>
    <message>
        <source>%1 of weights.</source>
        <translation>权重 %1。</translation>
    </message>
    <message>
        <source>About %1 of weights instead of %2.</source>
        <translation>权重约 %1，而非 %2。</translation>
    </message>
    <message>
        <source>The structure is copied as it stands; this model&apos;s own files are never replaced.</source>
        <translation>结构按原样复制；绝不会替换此模型自己的文件。</translation>
    </message>
    <message>
        <source>It has no large weights of float32 or float16 that could be stored as another type.</source>
        <translation>没有可存为其他类型的 float32 或 float16 大权重。</translation>
    </message>
    <message>
        <source>Inputs, outputs and all computing keep float16: each weight is narrowed again by a Cast node.</source>
        <translation>输入、输出和所有计算保持 float16：每个权重由 Cast 节点重新缩窄。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ScriptRunner</name>
    <message>
        <source>The inputs were changed before the run began</source>
        <translation>运行开始前输入已被更改</translation>
    </message>
    <message>
        <source>The model is not loaded: there is no Vulkan device</source>
        <translation>模型未加载：没有 Vulkan 设备</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SizesPage</name>
    <message>
        <source>What the marked size needs</source>
        <translation>所选大小的需求</translation>
    </message>
    <message>
        <source>Device memory by size</source>
        <translation>各大小的设备内存</translation>
    </message>
    <message>
        <source>&amp;Dimension:</source>
        <translation>维度(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;up to</source>
        <translation>直到(&amp;U)</translation>
    </message>
    <message>
        <source>Free dimension whose sizes are tried</source>
        <translation>要尝试不同大小的可变维度</translation>
    </message>
    <message>
        <source>Largest size that is tried</source>
        <translation>要尝试的最大值</translation>
    </message>
    <message>
        <source>Predict the memory of each size</source>
        <translation>预测每个大小的内存</translation>
    </message>
    <message>
        <source>How many sizes are planned</source>
        <translation>已规划的大小数量</translation>
    </message>
    <message>
        <source>Memory of each size</source>
        <translation>每个大小的内存</translation>
    </message>
    <message>
        <source>This model leaves no dimension of its inputs free: a run always needs the same.</source>
        <translation>此模型的输入没有可变维度：每次运行的需求都相同。</translation>
    </message>
    <message>
        <source>It is planned with %1. Nothing is loaded to find out what other sizes need.</source>
        <translation>当前按 %1 规划。查看其他大小的需求不会加载任何内容。</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>Planning for %Ln size(s)…</source>
        <translation>
            <numerusform>正在为 %Ln 个大小做规划…</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>预测(&amp;P)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>of it activations</source>
        <translation>其中激活值</translation>
    </message>
    <message>
        <source>Most is held at</source>
        <translation>峰值位于</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>free on the device: %1</source>
        <translation>设备可用：%1</translation>
    </message>
    <message>
        <source>%1 = %2 is none that this model can have: %3</source>
        <translation>此模型不能取 %1 = %2：%3</translation>
    </message>
    <message>
        <source>With %1 = %2 a run needs %3 on the device, %4 of it for activations.</source>
        <translation>当 %1 = %2 时，一次运行在设备上需要 %3，其中 %4 用于激活值。</translation>
    </message>
    <message>
        <source>That is more than the %1 that are free.</source>
        <translation>这超过了可用的 %1。</translation>
    </message>
    <message>
        <source>What only a run can know comes on top.</source>
        <translation>只有运行时才能得知的部分另计。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SliceBar</name>
    <message>
        <source>Dimension that is shown as rows</source>
        <translation>显示为行的维度</translation>
    </message>
    <message>
        <source>Dimension that is shown as columns</source>
        <translation>显示为列的维度</translation>
    </message>
    <message>
        <source>Rows:</source>
        <translation>行：</translation>
    </message>
    <message>
        <source>Columns:</source>
        <translation>列：</translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation>维度 %1 的索引</translation>
    </message>
    <message>
        <source>Index of dimension %1, which has %2</source>
        <translation>维度 %1 的索引，大小为 %2</translation>
    </message>
    <message>
        <source>dim %1 (%2)</source>
        <translation>维度 %1 (%2)</translation>
    </message>
    <message>
        <source>dim %1: </source>
        <translation>维度 %1: </translation>
    </message>
</context>
<context>
    <name>weightless::ui::StartPage</name>
    <message>
        <source>See what is inside an ONNX model, load its weights straight into the graphics device without a copy in CPU memory, and run it.</source>
        <translation>查看 ONNX 模型的内容，将其权重直接加载到图形设备而不在 CPU 内存中留下副本，并运行。</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>A folder with the parts of a pipeline, such as Stable Diffusion&apos;s</source>
        <translation>包含流水线各部分的文件夹，例如 Stable Diffusion</translation>
    </message>
    <message>
        <source>Open URL…</source>
        <translation>打开 URL…</translation>
    </message>
    <message>
        <source>Demo Model…</source>
        <translation>演示模型…</translation>
    </message>
    <message>
        <source>Write a model of random weights with the shape of Stable Diffusion&apos;s, and open it</source>
        <translation>写出与 Stable Diffusion 形状相同、权重随机的模型并打开</translation>
    </message>
    <message>
        <source>or drop a model or a folder here</source>
        <translation>或将模型或文件夹拖放到这里</translation>
    </message>
    <message>
        <source>What is being opened</source>
        <translation>正在打开的内容</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel opening</source>
        <translation>取消打开</translation>
    </message>
    <message>
        <source>Recent models</source>
        <translation>最近的模型</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Remove from the List</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Reading the structure of %1…</source>
        <translation>正在读取 %1 的结构…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorModel</name>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, from byte %2, %3</source>
        <translation>%1，从第 %2 字节起，%3</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Where its bytes are</source>
        <translation>字节的位置</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The limit of device memory has no lasting place for it: each run that uses it reads it anew</source>
        <translation>设备内存限制内没有它的常驻位置：每次用到它的运行都会重新读取</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorsPage</name>
    <message>
        <source>Map of tensor sizes</source>
        <translation>张量大小分布图</translation>
    </message>
    <message>
        <source>Views of the tensors</source>
        <translation>张量的视图</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>分布图</translation>
    </message>
    <message>
        <source>Filter by name, type or shape</source>
        <translation>按名称、类型或形状筛选</translation>
    </message>
    <message>
        <source>Filter of the tensors</source>
        <translation>张量的筛选</translation>
    </message>
    <message>
        <source>State of the tensors shown</source>
        <translation>显示的张量状态</translation>
    </message>
    <message>
        <source>all states</source>
        <translation>所有状态</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>&amp;Extract Tensor…</source>
        <translation>提取张量(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Show &amp;Values</source>
        <translation>显示数值(&amp;V)</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>复制(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all that are shown, as tab-separated text</source>
        <translation>将所选行或显示的全部行复制为制表符分隔的文本</translation>
    </message>
    <message>
        <source>Copy tensors</source>
        <translation>复制张量</translation>
    </message>
    <message>
        <source>Sum of the tensors</source>
        <translation>张量合计</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>没有打开的模型。</translation>
    </message>
    <message>
        <source> · shown: %1, %2</source>
        <translation> · 显示：%1，%2</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Select a tensor in the table first.</source>
        <translation>请先在表格中选择一个张量。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s), %1 on disk</source>
        <translation>
            <numerusform>%Ln 个张量，磁盘上 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>另存为 CSV(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the tensors as CSV</source>
        <translation>将张量保存为 CSV</translation>
    </message>
    <message>
        <source>Save the tensors</source>
        <translation>保存张量</translation>
    </message>
    <message>
        <source>, %1 missing</source>
        <translation>，缺少 %1</translation>
    </message>
    <message>
        <source>, %1 once loaded</source>
        <translation>，加载后 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TestDataBar</name>
    <message>
        <source>Use the Test Data Bes&amp;ide the Model</source>
        <translation>使用模型旁的测试数据(&amp;I)</translation>
    </message>
    <message>
        <source>Fill the inputs from the files of the folder, and compare the outputs with those in it after each run</source>
        <translation>用文件夹中的文件填充输入，并在每次运行后将输出与其中的比较</translation>
    </message>
    <message>
        <source>Test data set</source>
        <translation>测试数据集</translation>
    </message>
    <message>
        <source>The folder of test data</source>
        <translation>测试数据的文件夹</translation>
    </message>
    <message>
        <source>State of the test data</source>
        <translation>测试数据的状态</translation>
    </message>
    <message>
        <source>The inputs are those of %1.</source>
        <translation>输入来自 %1。</translation>
    </message>
    <message>
        <source>%1 It has values of weights too, which are not taken: the model&apos;s own stay.</source>
        <translation>%1 其中也有权重的值，但不会采用：保留模型自身的权重。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TestDataSets</name>
    <message>
        <source>Input &apos;%1&apos; is no tensor, and the window fills tensors alone: &apos;weightless-cli verify&apos; takes this test data.</source>
        <translation>输入“%1”不是张量，而窗口只填充张量：“weightless-cli verify”可使用此测试数据。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TextPage</name>
    <message>
        <source>Text of the output</source>
        <translation>输出的文本</translation>
    </message>
    <message>
        <source>Where the words are from</source>
        <translation>词语的来源</translation>
    </message>
    <message>
        <source>Vocabulary…</source>
        <translation>词表…</translation>
    </message>
    <message>
        <source>Choose a file with the vocabulary</source>
        <translation>选择词表文件</translation>
    </message>
    <message>
        <source>What the numbers of tokens mean: a vocab.json, a tokenizer.json, or a text file with one token a line. One beside the model is found by itself.</source>
        <translation>词元编号的含义：vocab.json、tokenizer.json，或每行一个词元的文本文件。若在模型旁边会自动找到。</translation>
    </message>
    <message>
        <source>The first %1 elements are shown.</source>
        <translation>显示前 %1 个元素。</translation>
    </message>
    <message>
        <source>These may be numbers of tokens: with the model&apos;s vocabulary they become text.</source>
        <translation>这些可能是词元编号：有了模型的词表即可变为文本。</translation>
    </message>
    <message>
        <source>The most likely token at each place.</source>
        <translation>每个位置上最可能的词元。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::UrlDialog</name>
    <message>
        <source>Open a model from the web</source>
        <translation>打开网络上的模型</translation>
    </message>
    <message>
        <source>&amp;Address of an ONNX model, or of a pipeline&apos;s model_index.json (http:// or https://):</source>
        <translation>ONNX 模型或流水线 model_index.json 的地址(&amp;A)（http:// 或 https://）：</translation>
    </message>
    <message>
        <source>Address of the model</source>
        <translation>模型的地址</translation>
    </message>
    <message>
        <source>What the address lacks</source>
        <translation>地址缺少的内容</translation>
    </message>
    <message>
        <source>The name of the server follows.</source>
        <translation>后面是服务器的名称。</translation>
    </message>
    <message>
        <source>An address begins with http:// or https://.</source>
        <translation>地址以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>What follows is no name of a server.</source>
        <translation>后面的内容不是服务器名称。</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValueInspector</name>
    <message>
        <source>Save Values…</source>
        <translation>保存数值…</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <source>Shape, type and size</source>
        <translation>形状、类型和大小</translation>
    </message>
    <message>
        <source>Statistics of the values</source>
        <translation>数值的统计</translation>
    </message>
    <message>
        <source>Why there are no values</source>
        <translation>没有数值的原因</translation>
    </message>
    <message>
        <source>Histogram of the values</source>
        <translation>数值的直方图</translation>
    </message>
    <message>
        <source>Values read so far</source>
        <translation>已读取的数值</translation>
    </message>
    <message>
        <source>Read all values for their statistics</source>
        <translation>读取所有数值以统计</translation>
    </message>
    <message>
        <source>Save all values as .npy or .csv</source>
        <translation>将所有数值保存为 .npy 或 .csv</translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>Values of the slice</source>
        <translation>切片的数值</translation>
    </message>
    <message>
        <source>Heat map of the slice</source>
        <translation>切片的热图</translation>
    </message>
    <message>
        <source>Views of the values</source>
        <translation>数值的视图</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>The table shows the beginning of this slice.</source>
        <translation>表格显示此切片的开头。</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>此张量没有元素。</translation>
    </message>
    <message>
        <source>Values of this type cannot be shown.</source>
        <translation>无法显示此类型的数值。</translation>
    </message>
    <message>
        <source>Read All %1</source>
        <translation>读取全部 %1</translation>
    </message>
    <message>
        <source>How much of the slice the heat map shows</source>
        <translation>热图显示了切片的多少</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValueTree</name>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Elements of the output</source>
        <translation>输出的元素</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValuesPage</name>
    <message>
        <source>Show the Values of the Last Run</source>
        <translation>显示上次运行的数值</translation>
    </message>
    <message>
        <source>Tensor whose values are shown</source>
        <translation>显示其数值的张量</translation>
    </message>
    <message>
        <source>Show the values of the last run</source>
        <translation>显示上次运行的数值</translation>
    </message>
    <message>
        <source>Select a tensor or a node to see its values.</source>
        <translation>选择张量或节点以查看其数值。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Computing %1…</source>
        <translation>正在计算 %1…</translation>
    </message>
    <message>
        <source>Values between inputs and outputs are not kept: this computes them again for the last run&apos;s inputs.</source>
        <translation>输入与输出之间的值不会保留：此操作按上次运行的输入重新计算。</translation>
    </message>
    <message>
        <source>Values of a run can be seen after one: load the weights and run the model.</source>
        <translation>运行之后才能查看运行的值：请加载权重并运行模型。</translation>
    </message>
    <message>
        <source>Values inside of a function belong to each of its calls and cannot be looked at alone: select the node that calls it to see what it makes of its inputs.</source>
        <translation>函数内部的值属于它的每次调用，无法单独查看：请选择调用它的节点，查看它由输入得到的结果。</translation>
    </message>
    <message>
        <source>Values inside of a branch or a loop are not kept: this computes them again for the last run&apos;s inputs, and shows what the last iteration left that came there.</source>
        <translation>分支或循环内部的值不会保留：这会用上次运行的输入重新计算，并显示最后一次经过那里的迭代留下的值。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WeightsTypeBox</name>
    <message>
        <source>as they are stored</source>
        <translation>按存储的类型</translation>
    </message>
    <message>
        <source>Weights are converted while they are loaded, and the model computes with that type: fp16 and bf16 take half the memory of fp32, which helps where numbers leave the range of fp16</source>
        <translation>权重在加载时转换，模型以该类型计算：fp16 和 bf16 占用的内存是 fp32 的一半；当数值超出 fp16 范围时 fp32 有帮助</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowDialogs</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX 模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a folder of models</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Write the demo model</source>
        <translation>写出演示模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1-copy.onnx</source>
        <translation>%1-copy.onnx</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>保存副本</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>正在保存 %1…</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy);;ONNX tensors (*.pb);;Comma-separated values (*.csv)</source>
        <translation>NumPy 数组 (*.npy);;ONNX 张量 (*.pb);;逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>Extract %1</source>
        <translation>提取 %1</translation>
    </message>
    <message>
        <source>Extracting %1…</source>
        <translation>正在提取 %1…</translation>
    </message>
    <message>
        <source>Compare with another model</source>
        <translation>与其他模型比较</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not written, as another file is being written.</source>
        <translation>未写入“%1”，因为正在写入另一个文件。</translation>
    </message>
    <message>
        <source>Save it again when that is done.</source>
        <translation>请在完成后重新保存。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not written, as its model was closed meanwhile.</source>
        <translation>未写入“%1”，因为模型已在此期间关闭。</translation>
    </message>
    <message>
        <source>Open the model again and save it then.</source>
        <translation>请重新打开模型后再保存。</translation>
    </message>
    <message>
        <source>Where to make the demo folder</source>
        <translation>演示文件夹的创建位置</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowStatusBar</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>内存占用</translation>
    </message>
    <message>
        <source>Show the problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Device %1 · CPU beyond the weights %2 · Process %3</source>
        <translation>设备 %1 · 权重之外的 CPU %2 · 进程 %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WorkspaceGuide</name>
    <message>
        <source>Every weight is loaded: the model can run.</source>
        <translation>所有权重均已加载：模型可以运行。</translation>
    </message>
    <message>
        <source>Go to Run</source>
        <translation>转到“运行”</translation>
    </message>
    <message>
        <source>Loaded: the model can run, and its other weights come meanwhile.</source>
        <translation>已加载：模型可以运行，其余权重会在运行时载入。</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ArenaView</name>
    <message numerus="yes">
        <source>Step %1 of %2: %Ln block(s) of %3</source>
        <translation>
            <numerusform>步骤 %1 / %2：%3 中的 %Ln 个块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln 步</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ByteSizeDelegate</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CapacityBar</name>
    <message>
        <source>Needs %1 of %2</source>
        <translation>需要 %1 / %2</translation>
    </message>
    <message>
        <source>Needs at least %1 of %2</source>
        <translation>至少需要 %1 / %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 loaded, a run takes %2</source>
        <translation>已加载 %1，运行需要 %2</translation>
    </message>
    <message>
        <source>%1 loaded, a run takes at least %2</source>
        <translation>已加载 %1，运行至少需要 %2</translation>
    </message>
    <message>
        <source>Loaded, a run: %1</source>
        <translation>已加载，运行 %1</translation>
    </message>
    <message>
        <source>A run: %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Needs %1</source>
        <translation>需要 %1</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CurveView</name>
    <message numerus="yes">
        <source>%Ln value(s) from %1 to %2</source>
        <translation>
            <numerusform>%1 到 %2 之间的 %Ln 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>%Ln 个值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::EmptyNote</name>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>没有与筛选匹配的内容。</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphColours</name>
    <message>
        <source>%1: %2 (%3 %)</source>
        <translation>%1：%2 (%3 %)</translation>
    </message>
    <message>
        <source>Weights, bytes</source>
        <translation>权重，字节</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Results, bytes</source>
        <translation>结果，字节</translation>
    </message>
    <message>
        <source>Time of the last run</source>
        <translation>上次运行的时间</translation>
    </message>
    <message>
        <source>Kind of operator</source>
        <translation>运算种类</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>shape and order</source>
        <translation>形状与顺序</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <source>input, output</source>
        <translation>输入、输出</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphModel</name>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>shapes · %1</source>
        <translation>形状 · %1</translation>
    </message>
    <message>
        <source>Section %1 of %2</source>
        <translation>第 %1 段，共 %2 段</translation>
    </message>
    <message>
        <source>Block %1%2</source>
        <translation>块 %1%2</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphPair</name>
    <message>
        <source>In &amp;step</source>
        <translation>同步(&amp;S)</translation>
    </message>
    <message>
        <source>Graph of the first model</source>
        <translation>第一个模型的图</translation>
    </message>
    <message>
        <source>Graph of the second model</source>
        <translation>第二个模型的图</translation>
    </message>
    <message>
        <source>Both graphs show the same place in the same size, with the same groups open</source>
        <translation>两个图以相同大小显示相同位置，并展开相同的组</translation>
    </message>
    <message>
        <source>What the selected node is in the other model</source>
        <translation>所选节点在另一个模型中是什么</translation>
    </message>
    <message>
        <source>%1 is in this model alone.</source>
        <translation>%1 只在此模型中。</translation>
    </message>
    <message>
        <source>%1 is %2 in the other model.</source>
        <translation>%1 在另一个模型中是 %2。</translation>
    </message>
    <message>
        <source>Only weights differ</source>
        <translation>仅权重不同</translation>
    </message>
    <message>
        <source>Nodes were changed, or are in one model alone</source>
        <translation>节点已更改，或仅存在于一个模型中</translation>
    </message>
    <message>
        <source>The node was changed.</source>
        <translation>该节点已更改。</translation>
    </message>
    <message>
        <source>Its weights differ.</source>
        <translation>其权重不同。</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphView</name>
    <message>
        <source>nothing known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>a hundredth</source>
        <translation>百分之一</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>四分之一</translation>
    </message>
    <message>
        <source>all: %1</source>
        <translation>全部：%1</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>There is no graph to export.</source>
        <translation>没有可导出的图。</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of %L1 × %L2 pixels.</source>
        <translation>内存不足以生成 %L1 × %L2 像素的图片。</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… 及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>边</translation>
    </message>
    <message>
        <source>Go to producer: %1</source>
        <translation>转到生产者：%1</translation>
    </message>
    <message>
        <source>Go to consumer: %1</source>
        <translation>转到消费者：%1</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Expand All Below</source>
        <translation>展开其下全部</translation>
    </message>
    <message>
        <source>Expand All</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse All</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Show Path from Inputs (I)</source>
        <translation>显示来自输入的路径 (I)</translation>
    </message>
    <message>
        <source>Show Path to Outputs (O)</source>
        <translation>显示到输出的路径 (O)</translation>
    </message>
    <message>
        <source>Fit in View</source>
        <translation>适应视图</translation>
    </message>
    <message>
        <source>Actual Size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Show Overview</source>
        <translation>显示全览图</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>The graph cannot be laid out: %1</source>
        <translation>无法对图布局：%1</translation>
    </message>
    <message>
        <source>No graph</source>
        <translation>没有图</translation>
    </message>
    <message>
        <source>Laying out %L1 nodes…</source>
        <translation>正在对 %L1 个节点布局…</translation>
    </message>
    <message>
        <source>read when the model was opened</source>
        <translation>打开模型时已读取</translation>
    </message>
    <message>
        <source>set</source>
        <translation>已设置</translation>
    </message>
    <message>
        <source>%1 % set</source>
        <translation>已设置 %1 %</translation>
    </message>
    <message>
        <source>hollow</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Constant %1: %2, %3</source>
        <translation>常量 %1：%2，%3</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>图输入</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>图输出</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Constants: %1 of %2 set</source>
        <translation>常量：已设置 %1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n groups are built alike</source>
        <translation>
            <numerusform>%n 个组结构相同</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, %3 of %4 constants set</source>
        <translation>%1 %2，常量已设置 %3 / %4</translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %2, %n nodes</source>
        <translation>
            <numerusform>组 %1，%2，%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>另存为 SVG…</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>另存为 PNG…</translation>
    </message>
    <message>
        <source>Save the Graph</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>Pictures of a graph are saved as .svg, .png or .pdf, not as &apos;%1&apos;.</source>
        <translation>图的图片可以保存为 .svg、.png 或 .pdf，不能保存为“%1”。</translation>
    </message>
    <message>
        <source>comes with each run</source>
        <translation>随每次运行而来</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HeatMapView</name>
    <message>
        <source>%1 by %2 numbers from %3 to %4</source>
        <translation>%1 × %2 个数，从 %3 到 %4</translation>
    </message>
    <message>
        <source>A sample: one row in %1 and one column in %2</source>
        <translation>抽样：每 %1 行取一行，每 %2 列取一列</translation>
    </message>
    <message>
        <source>A sample: one row in %1</source>
        <translation>抽样：每 %1 行取一行</translation>
    </message>
    <message>
        <source>A sample: one column in %1</source>
        <translation>抽样：每 %1 列取一列</translation>
    </message>
    <message>
        <source>A cell stands for %1 by %2 numbers: it shows NaN where one is among them, otherwise the number furthest from zero</source>
        <translation>一个单元格代表 %1 × %2 个数：其中有 NaN 时显示 NaN，否则显示离零最远的数</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HistogramView</name>
    <message>
        <source>Values from %1 to %2; most of them %3</source>
        <translation>值从 %1 到 %2；最多的是 %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 到 %2：%Ln 个值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::MemoryPlot</name>
    <message>
        <source>Now: %1. Highest: %2</source>
        <translation>当前：%1。最高：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Device memory that holds the model&apos;s constants</source>
        <translation>存放模型常量的设备内存</translation>
    </message>
    <message>
        <source>Device memory for the values that a run computes</source>
        <translation>存放运行所计算的值的设备内存</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存变化</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Time, as a share of each load</source>
        <translation>时间（占每次加载的比例）</translation>
    </message>
    <message>
        <source>Time since the load began</source>
        <translation>自加载开始的时间</translation>
    </message>
    <message>
        <source>CPU beyond the weights:</source>
        <translation>权重之外的 CPU:</translation>
    </message>
    <message>
        <source>CPU memory that this load takes beyond the weights themselves</source>
        <translation>本次加载在权重之外占用的 CPU 内存</translation>
    </message>
    <message>
        <source>whole process</source>
        <translation>整个进程</translation>
    </message>
    <message>
        <source>All memory of this program that is resident, the pages of files included</source>
        <translation>本程序的全部常驻内存，包括文件页</translation>
    </message>
    <message>
        <source>Device:</source>
        <translation>设备：</translation>
    </message>
    <message>
        <source>earlier loads</source>
        <translation>之前的加载</translation>
    </message>
    <message>
        <source>Device memory of the loads before the newest one, in total, in the colour of each</source>
        <translation>最近一次之前各次加载的设备内存总量，以各自的颜色显示</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>there is no memory for %1 × %2 pixels</source>
        <translation>没有足够内存用于 %1 × %2 像素</translation>
    </message>
    <message>
        <source>the picture cannot be begun</source>
        <translation>无法开始绘制图片</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>CPU beyond the weights %1</source>
        <translation>权重之外的 CPU %1</translation>
    </message>
    <message>
        <source>device weights %1</source>
        <translation>设备权重 %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>激活值 %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>At %1: %2</source>
        <translation>%1 时：%2</translation>
    </message>
    <message>
        <source>CPU memory</source>
        <translation>CPU 内存</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>device: weights</source>
        <translation>设备：权重</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>%1 时</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>weights that stay</source>
        <translation>保留的权重</translation>
    </message>
    <message>
        <source>Of the memory for weights, what stays; the rest comes and goes while the model runs</source>
        <translation>权重内存中保留的部分；其余在模型运行时换入换出</translation>
    </message>
    <message>
        <source>of the weights, %1 come and go</source>
        <translation>其中 %1 的权重换入换出</translation>
    </message>
    <message>
        <source>of that, weights that stay</source>
        <translation>其中保留的权重</translation>
    </message>
    <message>
        <source>of that, staging %1</source>
        <translation>其中暂存 %1</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::PictureView</name>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es): %1</source>
        <translation>
            <numerusform>%Ln 个框：%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::SizeTreemap</name>
    <message>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::TimeTicker</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::TimelineView</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln 步，共 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2): %3, %4 % of the run</source>
        <translation>%1 (%2):%3，占运行的 %4 %</translation>
    </message>
    <message>
        <source>%1; it waited %2 for weights</source>
        <translation>%1；等待权重 %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::formatBytes</name>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <source>kB</source>
        <translation>kB</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>TiB</source>
        <translation>TiB</translation>
    </message>
    <message>
        <source>TB</source>
        <translation>TB</translation>
    </message>
    <message>
        <source>PiB</source>
        <translation>PiB</translation>
    </message>
    <message>
        <source>PB</source>
        <translation>PB</translation>
    </message>
    <message>
        <source>EiB</source>
        <translation>EiB</translation>
    </message>
    <message>
        <source>EB</source>
        <translation>EB</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>&lt;%1 %</source>
        <translation>&lt;%1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::formatDuration</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
</TS>
