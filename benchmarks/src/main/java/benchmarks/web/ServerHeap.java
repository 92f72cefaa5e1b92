package benchmarks.web;

import benchmarks.report.BenchmarkException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Heap and threads of another Java process. */
final class ServerHeap implements AutoCloseable {
  private final JMXConnector connector;
  private final MemoryMXBean memory;
  private final ThreadMXBean threads;

  /** Attaches to a process; some threads for that appear in it. */
  @SuppressWarnings("BanJNDI") // the address is told by a process of our own
  ServerHeap(ProcessHandle process) throws IOException {
    String url;
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
      url = machine.startLocalManagementAgent();
      machine.detach();
    } catch (AttachNotSupportedException e) {
      throw new BenchmarkException("process " + process.pid() + " can't be looked into", e);
    }
    connector = JMXConnectorFactory.connect(new JMXServiceURL(url));
    memory = bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    threads = bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  private <T> T bean(String name, Class<T> type) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
        connector.getMBeanServerConnection(), name, type);
  }

  /** Bytes in use, garbage not counted. */
  long liveBytes() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** How many threads have names that begin so. */
  long threads(String prefix) {
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(Objects::nonNull)
        .map(ThreadInfo::getThreadName)
        .filter(name -> name.startsWith(prefix))
        .count();
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
