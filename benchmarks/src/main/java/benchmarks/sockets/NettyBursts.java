package benchmarks.sockets;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;

/** Event loops of Netty, one for each core, on Java's selectors, with default settings. */
final class NettyBursts {
  private NettyBursts() {}

  /** Starts it, and returns its port. */
  static int start(LongAdder received) {
    int loops = Runtime.getRuntime().availableProcessors();
    Channel channel =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(loops, NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BurstServer.BACKLOG)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    accepted.pipeline().addLast(new Peer(received));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failure closes the connection
  private static final class Peer extends ChannelInboundHandlerAdapter {
    private final BurstServer.Progress progress;

    Peer(LongAdder received) {
      progress = new BurstServer.Progress(received);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf packet = (ByteBuf) message;
      if (progress.ends(packet.readableBytes())) {
        context.writeAndFlush(Unpooled.wrappedBuffer(BurstServer.answer()), context.voidPromise());
      }
      packet.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // the load closes connections in the middle of bursts
    }
  }
}
