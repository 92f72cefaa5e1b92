package seda.kernel.export;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.GraphListener;
import seda.kernel.graph.StageGraph;

/**
 * Exposes a graph in JMX: a {@link StageMXBean} for each stage, {@code
 * seda:graph=G,type=Stage,name=S}, and a {@link DomainMXBean} for each domain, {@code
 * seda:graph=G,type=Domain,name=D}. The beans follow the graph's stages and domains once per
 * window; all are unregistered when the graph stops.
 */
public final class GraphBeans {
  private static final String DOMAIN = "seda";
  private static final Pattern PLAIN = Pattern.compile("[^,=:\"*?\\\\\n]+");

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final StageGraph graph;
  private final String name;
  private final Set<ObjectName> registered = new HashSet<>();
  private boolean over;

  private GraphBeans(StageGraph graph, String name) {
    this.graph = graph;
    this.name = name;
  }

  /**
   * Registers a graph's beans with the platform's server. Call it once the graph has started:
   * before that, the graph may lack domains.
   *
   * @param name name of the graph, unique in this JVM
   * @throws IllegalArgumentException if another graph has that name
   */
  public static void register(StageGraph graph, String name) {
    GraphBeans beans = new GraphBeans(graph, name);
    try {
      beans.show(graph.snapshot());
    } catch (RuntimeException e) {
      beans.end();
      throw e;
    }
    graph.listener(
        new GraphListener() {
          @Override
          public void window(GraphSnapshot snapshot) {
            beans.show(snapshot);
          }

          @Override
          public void stopped() {
            beans.end();
          }
        });
  }

  private synchronized void show(GraphSnapshot snapshot) {
    if (over) {
      return; // a window that ended while the graph stopped
    }
    Map<ObjectName, Object> wanted = new HashMap<>();
    for (StageSnapshot stage : snapshot.stages()) {
      wanted.put(objectName("Stage", stage.stage()), new StageBean(graph, stage.stage()));
    }
    for (DomainSnapshot domain : snapshot.domains()) {
      wanted.put(objectName("Domain", domain.name()), new DomainBean(graph, domain.name()));
    }
    Set<ObjectName> gone = new HashSet<>(registered);
    gone.removeAll(wanted.keySet());
    gone.forEach(this::unregister);
    wanted.keySet().removeAll(registered);
    wanted.forEach(this::register);
  }

  private ObjectName objectName(String type, String member) {
    String keys = "graph=" + plain(name) + ",type=" + type + ",name=" + plain(member);
    try {
      return new ObjectName(DOMAIN + ":" + keys);
    } catch (JMException e) {
      throw new IllegalArgumentException("invalid JMX name: " + keys, e);
    }
  }

  private static String plain(String name) {
    return PLAIN.matcher(name).matches() ? name : ObjectName.quote(name);
  }

  private void register(ObjectName as, Object bean) {
    try {
      server.registerMBean(bean, as);
      registered.add(as);
    } catch (InstanceAlreadyExistsException e) {
      throw new IllegalArgumentException("JMX already has a graph named " + name, e);
    } catch (JMException e) {
      throw new IllegalStateException("cannot register " + as, e);
    }
  }

  private synchronized void end() {
    over = true;
    Set.copyOf(registered).forEach(this::unregister);
  }

  private void unregister(ObjectName bean) {
    registered.remove(bean);
    try {
      server.unregisterMBean(bean);
    } catch (InstanceNotFoundException e) {
      // already unregistered by other code
    } catch (JMException e) {
      throw new IllegalStateException("cannot unregister " + bean, e);
    }
  }
}
