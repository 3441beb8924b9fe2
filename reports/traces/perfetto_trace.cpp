#include "reports/traces/timelines.hpp"

#include "reports/traces/protobuf.hpp"

namespace gin::reports {
namespace {

using trace::Timeline;
using MarkKind = Timeline::MarkKind;

// Numbers of fields and values as in Perfetto's protos/perfetto/trace, by message; trace.proto, trace_packet.proto,
// interned_data/interned_data.proto and, in track_event/, track_event.proto, track_descriptor.proto,
// process_descriptor.proto, counter_descriptor.proto, debug_annotation.proto.
namespace trace_file {
constexpr std::uint32_t packet = 1;
}
namespace packet {
constexpr std::uint32_t timestamp = 8, sequence = 10, track_event = 11, interned_data = 12, sequence_flags = 13,
                        track_descriptor = 60;
constexpr std::uint64_t state_cleared = 1, needs_state = 2;
}  // namespace packet
namespace interned {
constexpr std::uint32_t event_names = 2, annotation_names = 3;
constexpr std::uint32_t iid = 1, name = 2;  // of an entry of either
}  // namespace interned
namespace descriptor {
constexpr std::uint32_t uuid = 1, name = 2, process = 3, parent_uuid = 5, counter = 8;
constexpr std::uint32_t pid = 1, process_name = 6;  // of a process
constexpr std::uint32_t unit = 3;                   // of a counter
constexpr std::uint64_t unit_count = 2;
}  // namespace descriptor
namespace event {
constexpr std::uint32_t annotations = 4, type = 9, name_iid = 10, track_uuid = 11, counter_value = 30,
                        flow_ids = 47, terminating_flow_ids = 48;
constexpr std::uint64_t slice_begin = 1, slice_end = 2, instant = 3, counter = 4;
}  // namespace event
namespace annotation {
constexpr std::uint32_t name_iid = 1, int_value = 4, string_value = 6;
}

/// What an annotation of ours is called; its place is its iid.
enum class Said : std::uint8_t { nothing, begin_ps, end_ps, at_ps, bytes, peer, place };
constexpr const char* said_names[] = {"", "begin_ps", "end_ps", "at_ps", "bytes", "peer", "place"};

/// One row: a sequence of packets of its own, because names are interned by sequence.
class TimelinePackets {
 public:
  TimelinePackets(std::string& out, const Timeline& row, std::uint32_t number, std::uint64_t uuids_before)
      : out_(out), row_(row), number_(number), first_uuid_(uuids_before + 1) {}

  void write() {
    intern();
    for (std::uint32_t i = 0; i < row_.processes.size(); ++i) describe_process(i);
    for (std::uint32_t i = 0; i < row_.tracks.size(); ++i) describe_track(i);
    for (const Timeline::Mark& mark : row_.marks) tell(mark);
  }
  std::uint64_t uuids() const { return row_.processes.size() + row_.tracks.size(); }

 private:
  std::uint64_t process_uuid(std::uint32_t process) const { return first_uuid_ + process; }
  std::uint64_t track_uuid(std::uint32_t track) const { return first_uuid_ + row_.processes.size() + track; }

  void put(ProtobufMessage packet, std::uint64_t flags) {
    packet.number(packet::sequence, number_).number(packet::sequence_flags, flags);
    out_ += ProtobufMessage().message(trace_file::packet, packet).bytes();
  }

  void intern() {
    const auto entry = [](std::uint64_t iid, const std::string& name) {
      return ProtobufMessage().number(interned::iid, iid).text(interned::name, name);
    };
    ProtobufMessage data;
    for (std::size_t i = 0; i < row_.names.size(); ++i)
      data.message(interned::event_names, entry(i + 1, row_.names[i]));
    for (std::size_t i = 1; i < std::size(said_names); ++i)
      data.message(interned::annotation_names, entry(i, said_names[i]));
    put(ProtobufMessage().message(packet::interned_data, data), packet::state_cleared);
  }

  void describe_process(std::uint32_t index) {
    ProtobufMessage process;
    // A uuid is as good a process id as any, and no other row has it.
    process.number(descriptor::pid, process_uuid(index)).text(descriptor::process_name, row_.processes[index]);
    ProtobufMessage track;
    track.number(descriptor::uuid, process_uuid(index)).message(descriptor::process, process);
    put(ProtobufMessage().message(packet::track_descriptor, track), packet::needs_state);
  }

  void describe_track(std::uint32_t index) {
    const Timeline::Track& track = row_.tracks[index];
    ProtobufMessage described;
    described.number(descriptor::uuid, track_uuid(index))
        .number(descriptor::parent_uuid, process_uuid(track.process))
        .text(descriptor::name, track.name);
    if (track.counts)
      described.message(descriptor::counter, ProtobufMessage().number(descriptor::unit, descriptor::unit_count));
    put(ProtobufMessage().message(packet::track_descriptor, described), packet::needs_state);
  }

  static void say(ProtobufMessage& event, Said what, std::int64_t value) {
    if (value < 0) return;
    ProtobufMessage annotation;
    annotation.number(annotation::name_iid, static_cast<std::uint64_t>(what))
        .signed_number(annotation::int_value, value);
    event.message(event::annotations, annotation);
  }

  void tell(const Timeline::Mark& mark) {
    ProtobufMessage told;
    told.number(event::track_uuid, track_uuid(mark.track));
    switch (mark.kind) {
      case MarkKind::begin:
        told.number(event::type, event::slice_begin);
        say(told, Said::begin_ps, mark.when_ps);
        name(told, mark.event);
        break;
      case MarkKind::instant:
        told.number(event::type, event::instant);
        say(told, Said::at_ps, mark.when_ps);
        name(told, mark.event);
        break;
      case MarkKind::end:
        told.number(event::type, event::slice_end);
        say(told, Said::end_ps, mark.when_ps);
        break;
      case MarkKind::value:
        told.number(event::type, event::counter).signed_number(event::counter_value, mark.value);
        break;
    }
    ProtobufMessage packet;
    packet.number(packet::timestamp, static_cast<std::uint64_t>(mark.when_ps / 1000))
        .message(packet::track_event, told);
    put(std::move(packet), packet::needs_state);
  }

  void name(ProtobufMessage& told, std::uint32_t index) {
    const trace::Recording::Event& event = row_.events[index];
    told.number(event::name_iid, event.name + 1U);
    say(told, Said::bytes, event.details.bytes);
    say(told, Said::peer, event.details.peer);
    if (event.details.place >= 0)
      told.message(event::annotations,
                   ProtobufMessage()
                       .number(annotation::name_iid, static_cast<std::uint64_t>(Said::place))
                       .text(annotation::string_value, row_.names[static_cast<std::size_t>(event.details.place)]));
    for (const Timeline::Flow& flow : row_.flows_of(index)) {
      const bool ends = flow.end == Timeline::FlowEnd::last;
      told.fixed64(ends ? event::terminating_flow_ids : event::flow_ids,
                   std::uint64_t{number_} << 32 | flow.operation);
    }
  }

  std::string& out_;
  const Timeline& row_;
  std::uint32_t number_;
  std::uint64_t first_uuid_;
};

}  // namespace

std::string to_perfetto(const std::vector<Timeline>& rows) {
  std::string out;
  std::uint64_t uuids = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TimelinePackets row(out, rows[i], static_cast<std::uint32_t>(i + 1), uuids);
    row.write();
    uuids += row.uuids();
  }
  return out;
}

}  // namespace gin::reports
